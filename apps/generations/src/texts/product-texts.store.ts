// Decides how the texts of products stand, and keeps it in the table product_text. SQL, because the decision and the write
// are one statement about a set of texts.
import { Injectable } from '@nestjs/common';
import { LISTING_PARTS } from '#contracts';
import { arraysOf, BY_INDEX_ORDER, HIGHEST_ID, type Transaction } from '#platform/database';
import { applicationChanged, factsChanged, usedIn } from '../generation-record/index.ts';
import type { ProductTextEntity } from './product-texts.entity.ts';

/** The text of an application for a product. */
export type TextKey = Pick<ProductTextEntity, 'workspaceId' | 'productId' | 'applicationId'>;

/** How a text stands since a change; it is missing where `state` is null. */
export interface TextChange extends TextKey {
  state: ProductTextEntity['state'] | null;
  generationId: string | null;
  version: number;
}

const KEY = 'workspace_id AS "workspaceId", product_id AS "productId", application_id AS "applicationId"';
/**
 * SQL: an accepted text that has outlived its generation is stale. Where no change of its product is noted any more, its
 * present state tells.
 */
const IS_STALE = (text: string): string => `(${applicationChanged(usedIn(text))}
  OR coalesce(${factsChanged(usedIn(text))}, ${text}.state = 'STALE'))`;
/** SQL: whether a change may give another state to an accepted text that has outlived its generation. */
const CHANGES = {
  product: `product_id = source::uuid AND product_version < newer
    AND state <> 'PENDING' AND (state = 'STALE') <> ${IS_STALE('product_text')}`,
  application: `application_id = source AND application_version < newer AND state = 'ACCEPTED'`,
};
/** SQL: true when the generation of a text is gone. */
const IS_ALONE = (text: string): string => `NOT EXISTS (
  SELECT FROM generation WHERE generation.workspace_id = ${text}.workspace_id AND generation.id = ${text}.generation_id)`;

@Injectable()
export class ProductTextsStore {
  /**
   * Brings texts up to date with the generations, and returns those that changed. The lock lets the transactions that
   * change one text come one after the other: the last one sees what all of them did. An accepted text whose generation is
   * gone stays, unless people have `deleted` it. What follows in the transaction reads by the order
   * of indexes, so that the newest of a kind is found without the others.
   */
  async update(
    tx: Transaction,
    texts: readonly TextKey[],
    deleted: readonly string[],
  ): Promise<TextChange[]> {
    const keys = [...arraysOf(texts, 'workspaceId', 'productId', 'applicationId'), deleted];
    const [, changes] = await Promise.all([
      tx.query(
        `SELECT ${BY_INDEX_ORDER}, pg_advisory_xact_lock(key) FROM (
           SELECT DISTINCT hashtextextended('texts-' || product_id, 0) AS key FROM unnest($1::text[]) AS product_id ORDER BY key
         ) AS keys`,
        arraysOf(texts, 'productId'),
      ),
      tx.query<TextChange[]>(UPDATE, keys), // its snapshot is taken after the lock is granted
    ]);
    return changes;
  }

  /**
   * Some texts that nobody has reviewed and whose generations are gone because their month was dropped. The months go in the
   * order of the ids. None while another instance is at it.
   */
  findOrphaned(tx: Transaction, limit: number): Promise<TextKey[]> {
    return tx.query(
      `SELECT ${KEY} FROM product_text
       WHERE pg_try_advisory_xact_lock(hashtextextended('orphaned texts', 0)) AND state = 'PENDING'
         AND generation_id < coalesce((SELECT id FROM generation ORDER BY id LIMIT 1), $2::uuid) LIMIT $1`,
      [limit, HIGHEST_ID],
    );
  }

  /** Some accepted texts without a generation that stand otherwise since changes of products or applications. */
  findOutdated(
    tx: Transaction,
    kind: 'product' | 'application',
    changes: readonly { workspaceId: string; source: string; version: number }[],
    limit: number,
  ): Promise<TextKey[]> {
    return tx.query(
      `SELECT ${KEY} FROM product_text JOIN unnest($1::uuid[], $2::text[], $3::int[]) AS change (of_workspace, source, newer)
         ON workspace_id = of_workspace AND ${CHANGES[kind]}
       WHERE ${IS_ALONE('product_text')} LIMIT $4`,
      [...arraysOf(changes, 'workspaceId', 'source', 'version'), limit],
    );
  }
}

/** SQL: each part of a listing, behind the application as whose text it counts once it is accepted. */
const PARTS = Object.entries(LISTING_PARTS)
  .map(([name, applicationId]) => `('${applicationId}', '${name}')`)
  .join(', ');

/**
 * SQL: true for generations that are stale or not, the newest of which comes first by NEWEST. Written as a range, so that only
 * the index generation_text has this order: by statistics the index of a review state may look as good, and then all texts of
 * the workspace are read for one that is not there.
 */
const isOf = (stale: string): string => `generation.stale >= ${stale} AND generation.stale <= ${stale}`;
const NEWEST = 'generation.stale, generation.created_at DESC, generation.id DESC';

/** SQL of the newest accepted texts, as rows that have their own. Behind a draft they are stale: others count before it. */
const ACCEPTED = `
  SELECT workspace_id, product_id, application_id, CASE state WHEN 'PENDING' THEN 'STALE' ELSE state END AS state,
    accepted_id AS generation_id, accepted_product_version AS product_version, accepted_source_hash AS source_hash,
    accepted_application_version AS application_version
  FROM product_text WHERE accepted_id IS NOT NULL`;
/** SQL of the candidate of each text that counts before its others for which a condition holds. */
const firstOf = (condition: string): string => `
  SELECT DISTINCT ON (workspace_id, product_id, application_id) * FROM candidate WHERE ${condition}
  ORDER BY workspace_id, product_id, application_id, rank, created_at DESC, generation_id DESC`;

// Chooses the text among the results, the accepted parts of listings, and an accepted text that has outlived its generation:
// the newest accepted one that is not stale; else the newest one that nobody has reviewed; else the newest accepted one. Each
// kind has its place in an index, so the number of generations does not matter; only accepted listings of the product that lack
// the part are read in vain.
const UPDATE = `
  WITH text AS (
    SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS text (workspace_id, product_id, application_id)
    WHERE NOT EXISTS (SELECT FROM erased_workspace WHERE id = workspace_id)
  ), outlived AS (
    SELECT known.*, ${IS_STALE('known')} AS is_stale
    FROM (${ACCEPTED}) AS known JOIN text USING (workspace_id, product_id, application_id)
    WHERE known.generation_id <> ALL ($4::uuid[]) AND ${IS_ALONE('known')}
  ), candidate AS MATERIALIZED (
    SELECT text.*, result.state, result.id AS generation_id, coalesce(product_version, 1) AS product_version, source_hash,
      application_version, rank, created_at
    FROM text CROSS JOIN LATERAL (
      SELECT kind.state, newest.*, kind.rank
      FROM (VALUES
        (1, 'ACCEPTED', 'ACCEPTED', false),
        (2, 'PENDING', 'PENDING', false),
        (2, 'PENDING', 'PENDING', true),
        (3, 'STALE', 'ACCEPTED', true)
      ) AS kind (rank, state, review_state, stale)
      CROSS JOIN LATERAL (
        SELECT generation.id, generation.created_at, product_version, source_hash, application_version FROM generation
        WHERE generation.workspace_id = text.workspace_id AND generation.product_id = text.product_id
          AND generation.application_id = text.application_id AND generation.review_state = kind.review_state
          AND ${isOf('kind.stale')} ORDER BY ${NEWEST} LIMIT 1
      ) AS newest
      UNION ALL
      SELECT kind.state, newest.*, kind.rank
      FROM (VALUES ${PARTS}) AS part (application_id, name)
      CROSS JOIN (VALUES (1, 'ACCEPTED', false), (3, 'STALE', true)) AS kind (rank, state, stale)
      CROSS JOIN LATERAL (
        SELECT generation.id, generation.created_at, product_version, source_hash, application_version FROM generation
        WHERE generation.workspace_id = text.workspace_id AND generation.product_id = text.product_id
          AND generation.application_id = 'listing' AND generation.review_state = 'ACCEPTED'
          AND ${isOf('kind.stale')} AND generation.review -> 'parts' ? part.name
        ORDER BY ${NEWEST} LIMIT 1
      ) AS newest
      WHERE part.application_id = text.application_id
      UNION ALL
      SELECT CASE WHEN is_stale THEN 'STALE' ELSE 'ACCEPTED' END, outlived.generation_id, '-infinity'::timestamptz,
        outlived.product_version, outlived.source_hash, outlived.application_version, CASE WHEN is_stale THEN 3 ELSE 1 END
      FROM outlived WHERE (outlived.workspace_id, outlived.product_id, outlived.application_id)
        = (text.workspace_id, text.product_id, text.application_id)
    ) AS result
  ), present AS (${firstOf('true')}), accepted AS (${firstOf("state <> 'PENDING'")}), written AS (
    INSERT INTO product_text AS known
      (workspace_id, product_id, application_id, state, generation_id, product_version, source_hash, application_version,
       accepted_id, accepted_product_version, accepted_source_hash, accepted_application_version)
    SELECT workspace_id, product_id, application_id, present.state, present.generation_id, present.product_version,
      present.source_hash, present.application_version, accepted.generation_id, accepted.product_version,
      accepted.source_hash, accepted.application_version
    FROM present LEFT JOIN accepted USING (workspace_id, product_id, application_id)
    ORDER BY workspace_id, product_id, application_id
    ON CONFLICT (workspace_id, product_id, application_id) DO UPDATE
      -- Not that of excluded: it was drawn before the lock of the row, which may have been told anew meanwhile.
      SET state = excluded.state, generation_id = excluded.generation_id, version = nextval('product_text_version'),
        product_version = excluded.product_version, source_hash = excluded.source_hash,
        application_version = excluded.application_version, accepted_id = excluded.accepted_id,
        accepted_product_version = excluded.accepted_product_version, accepted_source_hash = excluded.accepted_source_hash,
        accepted_application_version = excluded.accepted_application_version
      WHERE (known.state, known.generation_id, known.accepted_id)
        IS DISTINCT FROM (excluded.state, excluded.generation_id, excluded.accepted_id)
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
