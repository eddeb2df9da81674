// Notes changes of products and applications, and marks the generations that used an older version. All of it is SQL: the
// statements work on sets, and decide under locks of Postgres.
import { Injectable } from '@nestjs/common';
import { arraysOf, Database, purge, selectList, type Transaction } from '#platform/database';
import type { GenerationEntity } from '../generation-record/index.ts';
import type { SourceChangeEntity } from './source-changes.entity.ts';

/** A product or an application that has changed: what used an older version is stale. */
export type SourceChange = Pick<SourceChangeEntity, 'workspaceId' | 'source' | 'version'>;

/** What can change, by the column of generations that names it. */
export type SourceKind = 'product' | 'application';

/** Generations of one statement: their rows stay locked for some 100 ms, and it reads past the marked ones again. */
const TOGETHER = 2000;

/** What a statement has marked. */
export interface Marking {
  /** Generations that were to be marked; more than `marked` where some were locked. */
  found: number;
  marked: Pick<GenerationEntity, 'workspaceId' | 'productId' | 'applicationId' | 'reviewState'>[];
}

@Injectable()
export class StalenessStore {
  constructor(private readonly database: Database) {}

  /**
   * Notes changes, each of which waits for the inserts that may have read an older version. What is inserted later sees
   * the changes, and what was inserted before is there to be marked.
   */
  async note(tx: Transaction, changes: readonly SourceChange[]): Promise<void> {
    await tx.query(
      `SELECT pg_advisory_xact_lock(key) FROM (
         SELECT DISTINCT hashtextextended('source-' || source, 0) AS key FROM unnest($1::text[]) AS source ORDER BY key
       ) AS keys`,
      arraysOf(changes, 'source'),
    );
    await tx.query(
      `INSERT INTO source_change AS known (workspace_id, source, version)
       SELECT workspace_id, source, max(version) FROM unnest($1::uuid[], $2::text[], $3::int[])
         AS change (workspace_id, source, version)
       GROUP BY workspace_id, source ORDER BY workspace_id, source
       ON CONFLICT (workspace_id, source) DO UPDATE SET changed_at = now(),
         version = greatest(known.version, excluded.version),
         marked = known.marked AND known.version >= excluded.version`,
      arraysOf(changes, 'workspaceId', 'source', 'version'),
    );
  }

  /**
   * Marks some of the generations that used an older version, of all or of the accepted ones. It leaves out rows that are
   * locked, because renewals and the reconciler lock many rows, too, in another order.
   */
  async mark(
    tx: Transaction,
    kind: SourceKind,
    changes: readonly SourceChange[],
    which: 'accepted' | 'all',
  ): Promise<Marking> {
    const [marking] = await tx.query<[Marking]>(MARK[kind], [
      ...arraysOf(changes, 'workspaceId', 'source', 'version'),
      TOGETHER,
      which === 'all',
    ]);
    return marking;
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

const marking = (id: string, version: string, type: string): string => `
  WITH found AS MATERIALIZED (
    SELECT generation.workspace_id, generation.id
    FROM unnest($1::uuid[], $2::${type}[], $3::int[]) AS change (workspace_id, source, version)
    JOIN generation ON generation.workspace_id = change.workspace_id AND ${id} = change.source
    WHERE ${version} < change.version AND NOT stale AND ($5 OR review_state = 'ACCEPTED') LIMIT $4
  ), free AS MATERIALIZED (
    SELECT generation.workspace_id, generation.id FROM generation JOIN found USING (workspace_id, id)
    WHERE NOT stale FOR UPDATE OF generation SKIP LOCKED
  ), marked AS (
    UPDATE generation SET stale = true FROM free
    WHERE generation.workspace_id = free.workspace_id AND generation.id = free.id
    RETURNING generation.workspace_id AS "workspaceId", ${selectList(['productId', 'applicationId', 'reviewState'])}
  )
  SELECT (SELECT count(*) FROM found)::int AS found,
    (SELECT coalesce(json_agg(marked), '[]') FROM marked) AS marked`;

const MARK: Record<SourceKind, string> = {
  product: marking('product_id', 'product_version', 'uuid'),
  application: marking('application_id', 'application_version', 'text'),
};
