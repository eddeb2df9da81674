// SQL of what the products of a list have to be.
import type { ProductGenre } from '#contracts';
import type { Position } from '#platform/paging';
import type { Conditions } from './product-sources.rules.ts';

/** Condition of the workspace in a statement of Database.read: see there for why it stands twice. */
export const OWN = 'workspace_id = bound.workspace_id AND workspace_id = $1';

/** Values of a statement; Database.read has the workspace as $1. */
export class Values {
  readonly all: unknown[] = [];

  add(value: unknown): string {
    return `$${this.all.push(value) + 1}`;
  }
}

/** A literal fits a partial index. */
const OF_GENRE: Record<ProductGenre, string> = { Custom: `genre = 'Custom'`, Retailer: `genre = 'Retailer'` };

/** SQL that is true for the products that fulfil all conditions. */
export function allOf(conditions: Conditions, values: Values): string {
  const { genre, marketplace, brand, asin, updatedSince, edited, text, texts } = conditions;
  const parts = ['true'];
  if (genre) parts.push(OF_GENRE[genre]);
  if (marketplace) parts.push(`marketplace = ${values.add(marketplace)}`);
  if (brand) parts.push(`brand_key = search_key(${values.add(brand)})`);
  if (asin) parts.push(`asin = ${values.add(asin)}`);
  if (updatedSince !== undefined) parts.push(`updated_at >= to_timestamp(${values.add(updatedSince)})`);
  if (edited !== undefined) parts.push(`edited_by IS ${edited ? 'NOT ' : ''}NULL`);
  if (conditions.notEditedByPerson?.length)
    parts.push(notEditedByPerson(values.add(conditions.notEditedByPerson)));
  if (conditions.withoutAccepted !== undefined)
    parts.push(withoutAccepted(values.add(conditions.withoutAccepted)));
  if (text !== undefined) parts.push(`search @@ ${values.add(text)}::tsquery`);
  if (texts) {
    // A subquery for one value, which Postgres cannot turn into a join of all texts.
    const state = `SELECT lower(known.state) FROM product_text AS known WHERE known.workspace_id = $1
      AND known.product_id = id AND known.application_id = ${values.add(texts.applicationId)}`;
    parts.push(`coalesce((${state}), 'missing') = ${values.add(texts.state)}`);
  }
  return parts.join(' AND ');
}

/** SQL of a place in the list: two values, to compare with `created_at` and `id`. */
export function positionOf({ createdAt, id }: Position, values: Values): string {
  return `${values.add(createdAt)}::timestamptz, ${values.add(id)}::uuid`;
}

/** SQL that is true for a product in which no person has edited any of the fields in this parameter, a text[]. */
export function notEditedByPerson(fields: string): string {
  return `NOT EXISTS (SELECT FROM unnest(${fields}::text[]) AS field WHERE edited_by ->> field = 'person')`;
}

/**
 * SQL that is true for a product without an accepted text of the application in this parameter, or only a stale one. A
 * subquery for one value, which Postgres cannot turn into a join of all texts.
 */
export function withoutAccepted(applicationId: string): string {
  return `coalesce((SELECT known.state FROM product_text AS known WHERE known.workspace_id = $1
    AND known.product_id = id AND known.application_id = ${applicationId}), '') <> 'ACCEPTED'`;
}
