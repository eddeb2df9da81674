// What a person has typed into the form of a product, and its difference from the product. Pure.
import type { Product, ProductCreation, ProductPatch } from '#client';

const TEXT_FIELDS = [
  'title',
  'brand',
  'feature',
  'description',
  'specification',
  'mainImage',
  'link',
] as const;
const LIST_FIELDS = ['features', 'images', 'keywords', 'tags', 'videos'] as const;

/** A field of a product that a person can write. */
export type DraftField = (typeof TEXT_FIELDS)[number] | (typeof LIST_FIELDS)[number];

/** The fields as the form has them: all as text, lists with one entry a line. */
export type Draft = Readonly<Record<DraftField, string>>;

/** The fields of the form in its order, for each kind of product: a Custom product's bullets are its `feature`. */
export const FIELDS: Readonly<Record<Product['genre'], readonly DraftField[]>> = {
  Retailer: ['title', 'brand', 'features', 'feature', 'description', 'specification', 'keywords', 'tags', 'mainImage', 'images', 'link', 'videos'], // prettier-ignore
  Custom: ['title', 'brand', 'feature', 'description', 'specification', 'keywords', 'tags', 'mainImage', 'images', 'link', 'videos'], // prettier-ignore
};

/** Fields that take several lines. */
export const LONG_FIELDS: ReadonlySet<DraftField> = new Set([
  ...(['features', 'feature', 'description', 'specification'] as const),
  ...(['images', 'keywords', 'tags', 'videos'] as const),
]);

/** True for a field with one entry a line. */
export const isList = (field: DraftField): field is (typeof LIST_FIELDS)[number] =>
  (LIST_FIELDS as readonly string[]).includes(field);

/** An empty form. */
export const EMPTY_DRAFT: Draft = Object.fromEntries(
  [...TEXT_FIELDS, ...LIST_FIELDS].map((field) => [field, '']),
) as Record<DraftField, string>;

/** The form of a product, or of some of its fields. */
export function draftOf(product: Partial<Record<DraftField, string | string[]>>): Draft {
  const texts = Object.keys(EMPTY_DRAFT).map((field) => {
    const value = product[field as DraftField] ?? '';
    return [field, typeof value === 'string' ? value : value.join('\n')];
  });
  return Object.fromEntries(texts) as Draft;
}

/** The entries of a list as it was typed: one a line, without empty lines. */
export function entriesOf(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The fields that are not the same in two forms. */
export function changedFields(one: Draft, other: Draft): DraftField[] {
  return (Object.keys(EMPTY_DRAFT) as DraftField[]).filter(
    (field) => !isSame(field, one[field], other[field]),
  );
}

/** Lists are compared by their entries, so that an empty line at the end is no change. */
function isSame(field: DraftField, one: string, other: string): boolean {
  return isList(field) ? entriesOf(one).join('\n') === entriesOf(other).join('\n') : one === other;
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
    fields.map((field) => [field, isList(field) ? entriesOf(draft[field]) : draft[field]]),
  );
}
