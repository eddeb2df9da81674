// Decides how the texts of products stand, and keeps it in the table product_text. SQL, because the decision and the write
// are one statement about a set of texts.
import { Injectable } from '@nestjs/common';
import { arraysOf, Database, type Transaction } from '#platform/database';
import type { ProductTextEntity } from './product-texts.entity.ts';

/** The text of an application for a product. */
export type TextKey = Pick<ProductTextEntity, 'workspaceId' | 'productId' | 'applicationId'>;

/** How a text stands since a change; it is missing where `state` is null. */
export interface TextChange extends TextKey {
  state: ProductTextEntity['state'] | null;
  generationId: string | null;
  version: number;
}

@Injectable()
export class ProductTextsStore {
  constructor(private readonly database: Database) {}

  /**
   * Brings texts up to date with the generations, and returns those that changed. The lock lets the transactions that
   * change one text come one after the other: the last one sees what all of them did.
   */
  async update(tx: Transaction, texts: readonly TextKey[]): Promise<TextChange[]> {
    const keys = arraysOf(texts, 'workspaceId', 'productId', 'applicationId');
    const [, changes] = await Promise.all([
      tx.query(
        `SELECT pg_advisory_xact_lock(key) FROM (
           SELECT DISTINCT hashtextextended('texts-' || product_id, 0) AS key FROM unnest($1::text[]) AS product_id ORDER BY key
         ) AS keys`,
        arraysOf(texts, 'productId'),
      ),
      tx.query<TextChange[]>(UPDATE, keys), // its snapshot is taken after the lock is granted
    ]);
    return changes;
  }

  /** Some texts whose generations are gone because their month was dropped. The months go in the order of the ids. */
  findOrphaned(limit: number): Promise<TextKey[]> {
    return this.database.system<TextKey>(
      `SELECT workspace_id AS "workspaceId", product_id AS "productId", application_id AS "applicationId"
       FROM product_text WHERE generation_id < coalesce((SELECT id FROM generation ORDER BY id LIMIT 1), $2::uuid) LIMIT $1`,
      [limit, 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    );
  }
}

// The newest accepted result that is not stale; else the newest one that nobody has reviewed; else the newest accepted one.
// Each kind has its place in an index, so the number of generations does not matter.
const UPDATE = `
  WITH text AS (
    SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS text (workspace_id, product_id, application_id)
  ), present AS (
    SELECT text.*, result.state, result.id AS generation_id FROM text CROSS JOIN LATERAL (
      SELECT kind.state, newest.id
      FROM (VALUES
        (1, 'ACCEPTED', 'ACCEPTED', false),
        (2, 'PENDING', 'PENDING', false),
        (2, 'PENDING', 'PENDING', true),
        (3, 'STALE', 'ACCEPTED', true)
      ) AS kind (rank, state, review_state, stale)
      CROSS JOIN LATERAL (
        SELECT generation.id, generation.created_at FROM generation
        WHERE generation.workspace_id = text.workspace_id AND generation.product_id = text.product_id
          AND generation.application_id = text.application_id AND generation.review_state = kind.review_state
          AND generation.stale = kind.stale
        ORDER BY generation.created_at DESC, generation.id DESC LIMIT 1
      ) AS newest
      ORDER BY kind.rank, newest.created_at DESC, newest.id DESC LIMIT 1
    ) AS result
  ), written AS (
    INSERT INTO product_text AS known (workspace_id, product_id, application_id, state, generation_id)
    SELECT workspace_id, product_id, application_id, state, generation_id FROM present
    ORDER BY workspace_id, product_id, application_id
    ON CONFLICT (workspace_id, product_id, application_id) DO UPDATE
      SET state = excluded.state, generation_id = excluded.generation_id, version = excluded.version
      WHERE (known.state, known.generation_id) IS DISTINCT FROM (excluded.state, excluded.generation_id)
    RETURNING workspace_id, product_id, application_id, state, generation_id, version
  ), removed AS (
    DELETE FROM product_text USING text
    WHERE product_text.workspace_id = text.workspace_id AND product_text.product_id = text.product_id
      AND product_text.application_id = text.application_id
      AND NOT EXISTS (SELECT FROM present WHERE (present.workspace_id, present.product_id, present.application_id)
        = (text.workspace_id, text.product_id, text.application_id))
    RETURNING product_text.*, nextval('product_text_version') AS next_version
  )
  SELECT workspace_id AS "workspaceId", product_id AS "productId", application_id AS "applicationId", state,
    generation_id AS "generationId", version::float8 AS version FROM written
  UNION ALL
  SELECT workspace_id, product_id, application_id, NULL, NULL, next_version::float8 FROM removed`;
