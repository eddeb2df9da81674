// SQL for the source facts of a product: what texts about it are written from.
import { SOURCE_FIELDS } from '#contracts';

/** The columns of a product, as SQL. */
interface ProductColumns {
  content: string;
  editedBy: string;
  imported: string;
}

/**
 * SQL for the source facts of a product, as a text that is equal for equal facts: the fields that models are given, with
 * the edits of people, and with what the marketplace has instead of accepted texts. No text of a generation becomes stale
 * while they stay the same.
 */
function sourceFacts({ content, editedBy, imported }: ProductColumns): string {
  return `(
    SELECT json_object_agg(key, fact ORDER BY key)::text FROM json_each(${content}) CROSS JOIN LATERAL (
      SELECT CASE (${editedBy}) ->> key WHEN 'generation' THEN (${imported}) -> key ELSE value END AS fact
    ) AS beneath WHERE key IN ('${SOURCE_FIELDS.join("', '")}') AND fact IS NOT NULL)`;
}

/** SQL that is true when a write changes the source facts. An accepted text does not, although it changes such fields. */
export function changesSource(before: ProductColumns, after: ProductColumns): string {
  return `${sourceFacts(before)} IS DISTINCT FROM ${sourceFacts(after)}`;
}

/** The columns of a table or an alias. */
export function columnsOf(alias: string): ProductColumns {
  return { content: `${alias}.content`, editedBy: `${alias}.edited_by`, imported: `${alias}.imported` };
}
