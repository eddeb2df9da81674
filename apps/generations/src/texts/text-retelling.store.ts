// Gives rows of product_text new versions. SQL, because a page of them is one statement.
import { Injectable } from '@nestjs/common';
import type { AnswerOf, retellTexts, TextKey } from '#contracts';
import { LOWEST_ID, type Transaction } from '#platform/database';

@Injectable()
export class TextRetellingStore {
  /**
   * Lets versions go on above all that were ever given, although a restore may have taken the sequence back: from the present
   * time in microseconds, because fewer than one version a microsecond is given. The lock keeps two calls at once from taking
   * the sequence back.
   */
  async raiseVersions(tx: Transaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('versions of texts', 0))`);
    await tx.query(
      `SELECT setval('product_text_version', present) FROM (
         SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS present) AS clock
       WHERE nextval('product_text_version') < present`,
    );
  }

  async nextVersion(tx: Transaction): Promise<number> {
    const [row] = await tx.query<[{ version: number }]>(
      `SELECT nextval('product_text_version')::float8 AS version`,
    );
    return row.version;
  }

  /** The next texts in the order of their keys, with their new versions. */
  async retell(
    tx: Transaction,
    after: TextKey | undefined,
    count: number,
  ): Promise<AnswerOf<typeof retellTexts>['texts']> {
    const [texts] = await tx.query<[{ texts: AnswerOf<typeof retellTexts>['texts'] }]>(RETELL, [
      after?.workspaceId ?? LOWEST_ID,
      after?.productId ?? LOWEST_ID,
      after?.applicationId ?? '',
      count,
    ]);
    return texts.texts;
  }
}

// The texts stand between the same two keys once more where they get their versions: Postgres expects a tenth of the table for
// the parameter of a LIMIT, and would join these by reading the whole table.
const RETELL = `
  WITH page AS MATERIALIZED (
    SELECT workspace_id, product_id, application_id FROM product_text
    WHERE (workspace_id, product_id, application_id) > ($1::uuid, $2::uuid, $3::text)
    ORDER BY workspace_id, product_id, application_id LIMIT $4 FOR UPDATE
  ), told AS (
    UPDATE product_text AS text SET version = nextval('product_text_version') FROM page
    WHERE (text.workspace_id, text.product_id, text.application_id) = (page.workspace_id, page.product_id, page.application_id)
      AND (text.workspace_id, text.product_id, text.application_id) > ($1::uuid, $2::uuid, $3::text)
      AND (text.workspace_id, text.product_id, text.application_id) <= (
        SELECT * FROM page ORDER BY workspace_id DESC, product_id DESC, application_id DESC LIMIT 1)
    RETURNING text.*
  )
  SELECT coalesce(json_agg(json_build_object('workspaceId', workspace_id, 'productId', product_id,
    'applicationId', application_id, 'state', state, 'generationId', generation_id, 'version', version)
    ORDER BY workspace_id, product_id, application_id), '[]') AS texts
  FROM told`;
