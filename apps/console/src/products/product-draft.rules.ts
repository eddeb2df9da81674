// What a person has typed into the form of a product, and its difference from the product. Pure.
import { PRODUCT_FIELDS, type Product, type ProductCreation, type ProductPatch } from '#client';

/** A field of a product that a person can write. */
export type DraftField = keyof ProductPatch;

/** The fields as the form has them: all as text, lists with one entry a line. */
export type Draft = Readonly<Record<DraftField, string>>;

const NAMES = Object.keys(PRODUCT_FIELDS) as DraftField[];
/** What a person writes first; the other fields follow in their usual order. */
const FIRST: readonly DraftField[] = [
  'title',
  'brand',
  'features',
  'feature',
  'description',
  'specification',
];
const IN_ORDER = [...FIRST, ...NAMES.filter((field) => !FIRST.includes(field))];

/** The fields of the form in its order, for each kind of product: a Custom product's bullets are its `feature`. */
export const FIELDS: Readonly<Record<Product['genre'], readonly DraftField[]>> = {
  Retailer: IN_ORDER,
  Custom: IN_ORDER.filter((field) => PRODUCT_FIELDS[field].only === undefined),
};

/** True for a field with one entry a line. */
export function isList(field: DraftField): boolean {
  return PRODUCT_FIELDS[field].kind.endsWith('s');
}

/** True for a field that takes several lines. */
export function isLong(field: DraftField): boolean {
  return isList(field) || PRODUCT_FIELDS[field].isLong === true;
}

/** An empty form. */
export const EMPTY_DRAFT = Object.fromEntries(NAMES.map((field) => [field, ''])) as Draft;

/** The form of a product, or of some of its fields. */
export function draftOf(product: Partial<Record<DraftField, string | string[]>>): Draft {
  const texts = NAMES.map((field) => {
    const value = product[field] ?? '';
    return [field, typeof value === 'string' ? value : value.join('\n')];
  });
  return Object.fromEntries(texts) as Draft;
}

/** The entries of a list as it was typed: one a line, without empty lines. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The fields that are not the same in two forms. */
export function changedFields(one: Draft, other: Draft): DraftField[] {
  return NAMES.filter((field) => !isSame(field, one[field], other[field]));
}

/** Lists are compared by their entries, so that an empty line at the end is no change. */
function isSame(field: DraftField, one: string, other: string): boolean {
  return isList(field) ? linesOf(one).join('\n') === linesOf(other).join('\n') : one === other;
}

/** What has to be sent to change a product from `base` to `draft`: the fields that differ. */
export function patchOf(base: Draft, draft: Draft): ProductPatch {
  return bodyOf(changedFields(base, draft), draft);
}

/** The body of a new product: the fields that say something. */
export function creationOf(draft: Draft): ProductCreation {
  return { ...bodyOf(changedFields(EMPTY_DRAFT, draft), draft), title: draft.title } as ProductCreation;
}

function bodyOf(fields: readonly DraftField[], draft: Draft): ProductPatch {
  return Object.fromEntries(
    fields.map((field) => [field, isList(field) ? linesOf(draft[field]) : draft[field]]),
  );
}
