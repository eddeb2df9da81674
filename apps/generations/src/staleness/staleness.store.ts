// Notes changes of products and applications, and marks the generations that used an older version. All of it is SQL: the
// statements work on sets, and decide under locks of Postgres.
import { Injectable } from '@nestjs/common';
import { arraysOf, Database, purge, selectList, type Transaction } from '#platform/database';
import type { GenerationEntity } from '../generation-record/index.ts';
import type { SourceChangeEntity } from './source-changes.entity.ts';

/** A product or an application that has changed: what used an older version is stale. */
export type SourceChange = Pick<SourceChangeEntity, 'workspaceId' | 'source' | 'version'>;
/** One whose generations have not all their mark. */
export type UnmarkedChange = SourceChange & Pick<SourceChangeEntity, 'kind'>;

/** Generations of one statement: their rows stay locked for some 100 ms. */
export const TOGETHER = 2000;

/** What a statement has marked. */
export interface Marking {
  /** Generations that were to be marked; more than `marked` where some were locked. */
  found: number;
  marked: Pick<GenerationEntity, 'workspaceId' | 'productId' | 'applicationId' | 'reviewState'>[];
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
      `INSERT INTO source_change AS known (workspace_id, source, kind, version)
       SELECT workspace_id, source, $4, max(version) FROM unnest($1::uuid[], $2::text[], $3::int[])
         AS change (workspace_id, source, version)
       WHERE NOT EXISTS (SELECT FROM erased_workspace WHERE id = workspace_id)
       GROUP BY workspace_id, source ORDER BY workspace_id, source
       ON CONFLICT (workspace_id, source) DO UPDATE SET changed_at = now(),
         version = greatest(known.version, excluded.version),
         marked = known.marked AND known.version >= excluded.version`,
      [...arraysOf(changes, 'workspaceId', 'source', 'version'), kind],
    );
  }

  /**
   * Marks some of the generations that used an older version of products: of all, or of the accepted ones. It leaves out rows
   * that are locked, because renewals and the reconciler lock many rows, too, in another order.
   */
  async mark(tx: Transaction, changes: readonly SourceChange[], isAll: boolean): Promise<Marking> {
    const values = [...arraysOf(changes, 'workspaceId', 'source', 'version'), TOGETHER, isAll];
    const [marking] = await tx.query<[Marking]>(MARK, values);
    return marking;
  }

  /** Marks the next generations of a change, in the order of their index, so that no statement reads past those before. */
  async markAfter(
    tx: Transaction,
    { workspaceId, source, version, kind }: UnmarkedChange,
    after: WalkPosition | null,
    isAll: boolean,
  ): Promise<WalkMarking> {
    const values = [workspaceId, source, version, TOGETHER, isAll, after?.createdAt, after?.id];
    const [marking] = await tx.query<[WalkMarking]>(MARK_AFTER[kind], values);
    return marking;
  }

  /** Some changes whose generations have not all their mark. */
  unmarked(): Promise<UnmarkedChange[]> {
    return this.database.system<UnmarkedChange>(
      `SELECT ${selectList(['workspaceId', 'source', 'version', 'kind'])} FROM source_change
       WHERE NOT marked ORDER BY changed_at LIMIT 200`,
    );
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

  /** Forgets changes that no insert can have missed: none takes longer than some seconds. */
  async forgetOld(): Promise<void> {
    await purge(this.database, 'source_change', `marked AND changed_at < now() - interval '1 hour'`);
  }
}

/** Marks the generations of `found`, apart from those that are locked. */
const MARKED = `
  free AS MATERIALIZED (
    SELECT generation.workspace_id, generation.id FROM generation JOIN found USING (workspace_id, id)
    WHERE NOT stale FOR UPDATE OF generation SKIP LOCKED
  ), marked AS (
    UPDATE generation SET stale = true FROM free
    WHERE generation.workspace_id = free.workspace_id AND generation.id = free.id
    RETURNING generation.workspace_id AS "workspaceId", ${selectList(['productId', 'applicationId', 'reviewState'])}
  )
  SELECT (SELECT count(*) FROM found)::int AS found,
    (SELECT coalesce(json_agg(marked), '[]') FROM marked) AS marked`;

const MARK = `
  WITH found AS MATERIALIZED (
    SELECT generation.workspace_id, generation.id
    FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS change (workspace_id, source, version)
    JOIN generation ON generation.workspace_id = change.workspace_id AND product_id = change.source
    WHERE product_version < change.version AND NOT stale AND ($5 OR review_state = 'ACCEPTED') LIMIT $4
  ), ${MARKED}`;

const markAfter = (kind: 'product' | 'application', type: string): string => `
  WITH passed AS MATERIALIZED (
    SELECT workspace_id, id, created_at, ${kind}_version < $3 AND NOT stale AS is_old FROM generation
    WHERE workspace_id = $1 AND ${kind}_id = $2::${type} AND ($5 OR review_state = 'ACCEPTED')
      AND ($6::timestamptz IS NULL OR (created_at, id) < ($6::timestamptz, $7::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $4
  ), found AS (
    SELECT workspace_id, id FROM passed WHERE is_old
  ), ${MARKED}, (
      SELECT json_build_object('id', id, 'createdAt', created_at::text) FROM passed ORDER BY created_at, id LIMIT 1
    ) AS last`;
const MARK_AFTER = {
  product: markAfter('product', 'uuid'),
  application: markAfter('application', 'text'),
};
