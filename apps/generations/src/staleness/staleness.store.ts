// Notes changes of products and applications, and marks the generations that used an older version. All of it is SQL: the
// statements work on sets, and decide under locks of Postgres.
import { Injectable } from '@nestjs/common';
import { arraysOf, Database, HIGHEST_ID, purge, selectList, type Transaction } from '#platform/database';
import type { GenerationEntity } from '../generation-record/index.ts';
import type { SourceChangeEntity } from './source-changes.entity.ts';

/** A product or an application that has changed: what used other facts, or an older version, is stale. */
export type SourceChange = Pick<SourceChangeEntity, 'workspaceId' | 'source' | 'version' | 'hash'>;
/** One whose generations have not all their mark. */
export type UnmarkedChange = SourceChange & Pick<SourceChangeEntity, 'kind'>;

/** Generations of one statement: their rows stay locked for some 100 ms. */
export const TOGETHER = 2000;

/** Longer than the stream keeps events, which is a week. */
const KEPT_DAYS = 8;

/** What a statement has marked. */
export interface Marking {
  /** Generations that were to be marked; more than `marked` where some were locked. */
  found: number;
  marked: Pick<GenerationEntity, 'workspaceId' | 'productId' | 'applicationId' | 'reviewState'>[];
}

/** What a statement about several products has marked. */
export interface SharedMarking extends Marking {
  /** The product with most of them; null when there are none. */
  largest: Pick<SourceChangeEntity, 'workspaceId' | 'source'> | null;
}

/** Where a walk through the generations of a product or an application stands. */
export interface WalkPosition {
  id: string;
  /** As text, because a Date has no microseconds. */
  createdAt: string;
}

/** What a statement of a walk has marked. */
export interface WalkMarking extends Marking {
  /** Null after the last generation. */
  last: WalkPosition | null;
}

@Injectable()
export class StalenessStore {
  constructor(private readonly database: Database) {}

  /**
   * Notes changes, each of which waits for the inserts that may have read an older version. What is inserted later sees
   * the changes, and what was inserted before is there to be marked.
   */
  async note(
    tx: Transaction,
    kind: SourceChangeEntity['kind'],
    changes: readonly SourceChange[],
  ): Promise<void> {
    await tx.query(
      `SELECT pg_advisory_xact_lock(key) FROM (
         SELECT DISTINCT hashtextextended('source-' || source, 0) AS key FROM unnest($1::text[]) AS source ORDER BY key
       ) AS keys`,
      arraysOf(changes, 'source'),
    );
    await tx.query(
      `INSERT INTO source_change AS known (workspace_id, source, kind, version, hash)
       SELECT DISTINCT ON (workspace_id, source) workspace_id, source, $5, version, hash
       FROM unnest($1::uuid[], $2::text[], $3::int[], $4::text[]) AS change (workspace_id, source, version, hash)
       WHERE NOT EXISTS (SELECT FROM erased_workspace WHERE id = workspace_id)
       ORDER BY workspace_id, source, version DESC
       ON CONFLICT (workspace_id, source) DO UPDATE
         SET changed_at = now(), version = excluded.version, hash = excluded.hash, marked = false
         WHERE known.version < excluded.version`,
      [...arraysOf(changes, 'workspaceId', 'source', 'version', 'hash'), kind],
    );
  }

  /**
   * The latest known changes of these sources whose generations have not all their mark. Until the end of the transaction
   * nobody notes a newer one, after whose marks those of this one would come.
   */
  lockUnmarked(tx: Transaction, changes: readonly SourceChange[]): Promise<SourceChange[]> {
    return tx.query(
      `SELECT ${selectList(['workspaceId', 'source', 'version', 'hash'])} FROM source_change
       WHERE (workspace_id, source) IN (SELECT * FROM unnest($1::uuid[], $2::text[])) AND NOT marked
       ORDER BY workspace_id, source FOR UPDATE`,
      arraysOf(changes, 'workspaceId', 'source'),
    );
  }

  /**
   * Marks some of the generations that used other facts of products, and takes the mark from some whose facts are back: of all,
   * or of the accepted ones. It leaves out rows that are locked, because renewals and the reconciler lock many rows, too, in
   * another order.
   */
  async mark(tx: Transaction, changes: readonly SourceChange[], isAll: boolean): Promise<SharedMarking> {
    const values = [...arraysOf(changes, 'workspaceId', 'source', 'version', 'hash'), TOGETHER, isAll];
    const [marking] = await tx.query<[SharedMarking]>(MARK, values);
    return marking;
  }

  /** Marks the next generations of a change, in the order of their index, so that no statement reads past those before. */
  async markAfter(
    tx: Transaction,
    { workspaceId, source, version, hash, kind }: UnmarkedChange,
    after: WalkPosition | null,
    isAll: boolean,
  ): Promise<WalkMarking> {
    const { createdAt, id } = after ?? { createdAt: 'infinity', id: HIGHEST_ID };
    const values = [workspaceId, source, version, TOGETHER, isAll, createdAt, id];
    const used = kind === 'product' ? [...values, hash] : values;
    const [marking] = await tx.query<[WalkMarking]>(MARK_AFTER[kind], used);
    return marking;
  }

  /**
   * Some changes whose generations have not all their mark, apart from those of `walks`: as many of each workspace, its oldest
   * first.
   */
  unmarked(walks: readonly SourceChange[]): Promise<UnmarkedChange[]> {
    return this.database.system<UnmarkedChange>(FIND_UNMARKED, arraysOf(walks, 'workspaceId', 'source'));
  }

  /** Notes that all generations are marked that used an older version than these. */
  async noteMarked(changes: readonly SourceChange[]): Promise<void> {
    await this.database.system(
      `UPDATE source_change SET marked = true
       FROM unnest($1::uuid[], $2::text[], $3::int[]) AS change (workspace_id, source, version)
       WHERE source_change.workspace_id = change.workspace_id AND source_change.source = change.source
         AND source_change.version <= change.version AND NOT marked`,
      arraysOf(changes, 'workspaceId', 'source', 'version'),
    );
  }

  /** Forgets changes that no insert under way can have missed, and of which no older event can come any more. */
  async forgetOld(): Promise<void> {
    await purge(
      this.database,
      'source_change',
      `marked AND changed_at < now() - interval '${KEPT_DAYS} days'`,
    );
  }
}

// Looks up one workspace after the other in the index, so that it reads few changes of one that has many.
const FIND_UNMARKED = `
  WITH RECURSIVE open AS (
    (SELECT workspace_id FROM source_change WHERE NOT marked ORDER BY workspace_id LIMIT 1)
    UNION ALL
    SELECT next.workspace_id FROM open CROSS JOIN LATERAL (
      SELECT workspace_id FROM source_change AS other
      WHERE NOT marked AND other.workspace_id > open.workspace_id ORDER BY workspace_id LIMIT 1
    ) AS next
  )
  SELECT ${selectList(['workspaceId', 'source', 'version', 'hash', 'kind'])} FROM open CROSS JOIN LATERAL (
    SELECT source, version, hash, kind, changed_at FROM source_change AS change
    WHERE change.workspace_id = open.workspace_id AND NOT marked
      AND (change.workspace_id, source) NOT IN (SELECT * FROM unnest($1::uuid[], $2::text[]))
    ORDER BY changed_at LIMIT (SELECT ceil(200.0 / count(*)) FROM open)
  ) AS change ORDER BY changed_at LIMIT 200`;

/** SQL that writes a mark into the generations of `found` that are `isFree` of it, apart from those that are locked. */
const marked = (mark: string, isFree: string): string => `
  free AS MATERIALIZED (
    SELECT found.* FROM generation JOIN found USING (workspace_id, id)
    WHERE ${isFree} FOR UPDATE OF generation SKIP LOCKED
  ), marked AS (
    UPDATE generation SET ${mark} FROM free
    WHERE generation.workspace_id = free.workspace_id AND generation.id = free.id
    RETURNING generation.workspace_id AS "workspaceId", ${selectList(['productId', 'applicationId', 'reviewState'])}
  )
  SELECT (SELECT count(*) FROM found)::int AS found,
    (SELECT coalesce(json_agg(marked), '[]') FROM marked) AS marked`;

const MARK = `
  WITH found AS MATERIALIZED (
    SELECT generation.workspace_id, source, generation.id, source_hash IS DISTINCT FROM change.hash AS is_other
    FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[]) AS change (workspace_id, source, version, hash)
    JOIN generation ON generation.workspace_id = change.workspace_id AND product_id = change.source
    WHERE product_version < change.version AND facts_changed <> (source_hash IS DISTINCT FROM change.hash)
      AND ($6 OR review_state = 'ACCEPTED') LIMIT $5
  ), ${marked('facts_changed = is_other', 'facts_changed <> is_other')}, (
      SELECT json_build_object('workspaceId', workspace_id, 'source', source) FROM found
      GROUP BY workspace_id, source ORDER BY count(*) DESC LIMIT 1
    ) AS largest`;

/** Walks through what `of` names, and looks which generations `isOld`; what is `found` gets its mark. */
const markAfter = (of: string, isOld: string, found: string, mark: string): string => `
  WITH passed AS MATERIALIZED (
    SELECT workspace_id, id, created_at, ${isOld} FROM generation
    WHERE workspace_id = $1 AND ${of} AND ($5 OR review_state = 'ACCEPTED')
      AND (created_at, id) < ($6::timestamptz, $7::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $4
  ), found AS (
    SELECT ${found} FROM passed WHERE is_old
  ), ${mark}, (
      SELECT json_build_object('id', id, 'createdAt', created_at::text) FROM passed ORDER BY created_at, id LIMIT 1
    ) AS last`;

const MARK_AFTER = {
  product: markAfter(
    'product_id = $2::uuid',
    `source_hash IS DISTINCT FROM $8::text AS is_other,
      product_version < $3 AND facts_changed <> (source_hash IS DISTINCT FROM $8::text) AS is_old`,
    'workspace_id, id, is_other',
    marked('facts_changed = is_other', 'facts_changed <> is_other'),
  ),
  application: markAfter(
    'application_id = $2::text',
    'application_version < $3 AND NOT application_changed AS is_old',
    'workspace_id, id',
    marked('application_changed = true', 'NOT application_changed'),
  ),
};
