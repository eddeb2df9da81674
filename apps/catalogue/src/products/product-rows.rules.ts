// Reads rows of a table of products: the new product that a row makes, or what it changes of one that exists. Pure.
import {
  isLeftOut,
  productCreation,
  productPatch,
  type ProductCreation,
  type ProductField,
  type ProductPatch,
  type ProductRow,
} from '#contracts';
import type { ProductEntity } from './products.entity.ts';

/** What is wrong with a row: the column, or nothing when it is the row as a whole. */
export interface RowFlaw {
  target?: string | undefined;
}

/** The content of a new product. The rules are those of a product that a person creates. */
export function creationOf({ content, fixed }: ProductRow): { body: ProductCreation } | { flaw: RowFlaw } {
  const { genre = '', ...ofMarketplace } = fixed;
  if (genre !== '' && genre !== 'Custom') return { flaw: { target: 'genre' } };
  const [target] = Object.entries(ofMarketplace).find(([, value]) => value !== '') ?? [];
  if (target) return { flaw: { target } };
  const given = Object.entries(content).filter(([, value]) => value.length > 0);
  return checked(productCreation.safeParse(Object.fromEntries(given)));
}

/**
 * What a row changes of its product. A value that the product has already is no change, and is not checked: so an export
 * comes back in without a change, whatever a marketplace has put into the product.
 */
export function patchOf(
  { content, fixed }: ProductRow,
  product: Pick<ProductEntity, 'genre' | 'asin' | 'marketplace' | 'content'>,
): { body: ProductPatch } | { flaw: RowFlaw } {
  const [target] =
    Object.entries(fixed).find(
      ([field, value]) => value !== '' && value !== product[field as keyof typeof fixed],
    ) ?? [];
  if (target) return { flaw: { target } };
  const fields = Object.entries(content) as [ProductField, string | string[]][];
  const changed = fields.filter(([field, value]) => !isSame(product.content[field], value));
  const values = changed.map(([field, value]) => {
    const isEmptied = product.genre === 'Custom' && isLeftOut(field) && value.length === 0;
    return [field, isEmptied ? null : value];
  });
  return checked(productPatch.safeParse(Object.fromEntries(values)));
}

/** True when a cell says what a product has. A list without entries is the same cell as none, or as one entry "". */
function isSame(stored: string | string[] | undefined, value: string | string[]): boolean {
  if (!Array.isArray(value)) return (stored ?? '') === value;
  const plain = (list: readonly string[]): string =>
    JSON.stringify(list.length === 1 && !list[0] ? [] : list);
  return plain((stored ?? []) as string[]) === plain(value);
}

function checked<T>(
  result:
    | { success: true; data: T }
    | { success: false; error: { issues: { path: PropertyKey[]; keys?: string[] }[] } },
): { body: T } | { flaw: RowFlaw } {
  if (result.success) return { body: result.data };
  const [issue] = result.error.issues;
  const target = issue?.path[0] ?? issue?.keys?.[0];
  return { flaw: target === undefined ? {} : { target: String(target) } };
}
