// How the text of an application for a product should stand, by the rule, and how it does.
import type { GenerationsEnvironment } from '../generations-environment.ts';

/** How a text stands, and which generation has it. */
export interface KnownText {
  state: string;
  generation_id: string;
}

/** What the rule reads of a generation. */
export interface TextRow {
  id: string;
  review_state: string | null;
  stale: boolean;
}

/** How the text stands whose generations these are, the oldest first; undefined when it is missing. */
export function expectedText(rows: readonly TextRow[]): KnownText | undefined {
  const newest = (state: string, matches: (row: TextRow) => boolean): KnownText | undefined => {
    const found = rows.findLast(matches);
    return found && { state, generation_id: found.id };
  };
  return (
    newest('ACCEPTED', ({ review_state: review, stale }) => review === 'ACCEPTED' && !stale) ??
    newest('PENDING', ({ review_state: review }) => review === 'PENDING') ??
    newest('STALE', ({ review_state: review }) => review === 'ACCEPTED')
  );
}

/** What the table product_text says of a text, and the last event about it. */
export async function knownText(
  environment: GenerationsEnvironment,
  productId: string,
  applicationId: string,
): Promise<(KnownText | undefined)[]> {
  const [row] = await environment.sql<KnownText>(
    'SELECT state, generation_id FROM product_text WHERE product_id = $1 AND application_id = $2',
    [productId, applicationId],
  );
  const [event] = await environment.sql<Partial<KnownText>>(
    `SELECT text ->> 'state' AS state, text ->> 'generationId' AS generation_id
     FROM outbox_record, jsonb_array_elements(payload #> '{data,texts}') AS text
     WHERE topic = 'product.texts_changed' AND text ->> 'productId' = $1 AND payload #>> '{data,applicationId}' = $2
     ORDER BY (text ->> 'version')::bigint DESC LIMIT 1`,
    [productId, applicationId],
  );
  return [row, event?.state ? (event as KnownText) : undefined];
}
