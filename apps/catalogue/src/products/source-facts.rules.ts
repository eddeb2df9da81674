// SQL for the source facts of a product, which texts about it are written from, and for what an import leaves of its edits.
import { SOURCE_FIELDS } from '#contracts';

/** The columns of a product, as SQL. */
interface ProductColumns {
  content: string;
  editedBy: string;
  imported: string;
  beneath: string;
}

/**
 * SQL for the source facts of a product, as a text that is equal for equal facts: the fields that models are given and that
 * are not empty, with what people wrote or the marketplace has instead of accepted texts. No text of a generation becomes
 * stale while they stay the same.
 */
export function sourceFacts({ content, editedBy, imported, beneath }: ProductColumns): string {
  return `(
    SELECT json_object_agg(key, fact ORDER BY key)::text FROM json_each(${content}) CROSS JOIN LATERAL (
      SELECT CASE WHEN ((${beneath}) -> key) IS NOT NULL THEN (${beneath}) -> key
        WHEN (${editedBy}) ->> key = 'generation' THEN (${imported}) -> key ELSE value END AS fact
    ) AS known WHERE key IN ('${SOURCE_FIELDS.join("', '")}') AND fact::text NOT IN ('null', '""', '[]'))`;
}

/** SQL that is true when a write changes the source facts. An accepted text does not, although it changes such fields. */
export function changesSource(before: ProductColumns, after: ProductColumns): string {
  return `${sourceFacts(before)} IS DISTINCT FROM ${sourceFacts(after)}`;
}

/** SQL for a hash that tells the source facts of a product from others: 32 hexadecimal digits. */
export function sourceHash(alias: string): string {
  return `left(encode(sha256(convert_to(coalesce(${sourceFacts(columnsOf(alias))}, ''), 'UTF8')), 'hex'), 32)`;
}

/** SQL for `content` with the fields in their place that were edited in a stored product. */
export function withEdits(content: string, stored: Pick<ProductColumns, 'content' | 'editedBy'>): string {
  return `(
    SELECT json_object_agg(key, coalesce(edit.value, field.value)) FROM json_each(${content}) AS field
    FULL JOIN (SELECT * FROM json_each(${stored.content}) WHERE (${stored.editedBy} -> key) IS NOT NULL) AS edit USING (key))`;
}

/** The columns of a table or an alias. */
export function columnsOf(alias: string): ProductColumns {
  return {
    content: `${alias}.content`,
    editedBy: `${alias}.edited_by`,
    imported: `${alias}.imported`,
    beneath: `${alias}.beneath`,
  };
}
