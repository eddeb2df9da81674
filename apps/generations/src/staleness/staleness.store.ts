// Notes changes of products and applications, and marks the generations that used an older version. All of it is SQL: the
// statements work on sets, and decide under locks of Postgres.
import { Injectable } from '@nestjs/common';
import { arraysOf, Database, purge, selectList, type Transaction } from '#platform/database';
import type { GenerationEntity } from '../intake/generations.entity.ts';
import type { SourceChangeEntity } from './source-changes.entity.ts';

/** A product or an application that has changed: what used an older version is stale. */
export type SourceChange = Pick<SourceChangeEntity, 'workspaceId' | 'source' | 'version'>;
export type SourceKind = SourceChangeEntity['kind'];

/** Changes of one pass. */
const CHANGES = 100;
/** Generations of one statement, for each change and in all: no change waits for a large one, and no row is locked for long. */
const OF_EACH = 500;
const TOGETHER = 5000;

/** What a statement has marked. */
interface Marking {
  /** `workspaceId/source` of the changes with generations that had no mark; those that were locked have none now. */
  found: string[];
  /** True when there was more than one statement may mark. */
  isFull: boolean;
  marked: Pick<GenerationEntity, 'workspaceId' | 'productId' | 'applicationId' | 'reviewState'>[];
}

@Injectable()
export class StalenessStore {
  constructor(private readonly database: Database) {}

  /**
   * Notes changes, each of which waits for the inserts that may have read an older version. What is inserted later sees
   * the changes, and what was inserted before is there to be marked.
   */
  async note(tx: Transaction, kind: SourceKind, changes: readonly SourceChange[]): Promise<void> {
    await tx.query(
      `SELECT pg_advisory_xact_lock(key) FROM (
         SELECT DISTINCT hashtextextended('source-' || source, 0) AS key FROM unnest($1::text[]) AS source ORDER BY key
       ) AS keys`,
      arraysOf(changes, 'source'),
    );
    await tx.query(
      `INSERT INTO source_change AS known (workspace_id, source, version, kind)
       SELECT workspace_id, source, max(version), $4 FROM unnest($1::uuid[], $2::text[], $3::int[])
         AS change (workspace_id, source, version)
       GROUP BY workspace_id, source ORDER BY workspace_id, source
       ON CONFLICT (workspace_id, source) DO UPDATE SET changed_at = now(),
         version = greatest(known.version, excluded.version),
         marked = known.marked AND known.version >= excluded.version`,
      [...arraysOf(changes, 'workspaceId', 'source', 'version'), kind],
    );
  }

  /** Changes whose generations are not all marked, the oldest first; none while another instance marks those of this kind. */
  async takeUnmarked(tx: Transaction, kind: SourceKind): Promise<SourceChange[]> {
    const lock = `SELECT pg_try_advisory_xact_lock(hashtext('stale'), hashtext($1)) AS held`;
    const [{ held }] = await tx.query<[{ held: boolean }]>(lock, [kind]);
    if (!held) return [];
    return tx.query<SourceChange[]>(
      `SELECT ${selectList(['workspaceId', 'source', 'version'])} FROM source_change
       WHERE NOT marked AND kind = $1 ORDER BY changed_at LIMIT $2`,
      [kind, CHANGES],
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
      which === 'all',
    ]);
    return marking;
  }

  /** Notes that all generations are marked that used an older version than these. */
  async noteMarked(tx: Transaction, changes: readonly SourceChange[]): Promise<void> {
    await tx.query(
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
    SELECT change.workspace_id, source, id
    FROM unnest($1::uuid[], $2::${type}[], $3::int[]) AS change (workspace_id, source, version)
    CROSS JOIN LATERAL (
      SELECT id FROM generation WHERE generation.workspace_id = change.workspace_id AND ${id} = source
        AND ${version} < change.version AND NOT stale AND ($4 OR review_state = 'ACCEPTED') LIMIT ${OF_EACH}
    ) AS one LIMIT ${TOGETHER}
  ), free AS MATERIALIZED (
    SELECT generation.workspace_id, generation.id FROM generation JOIN found USING (workspace_id, id)
    WHERE NOT stale FOR UPDATE OF generation SKIP LOCKED
  ), marked AS (
    UPDATE generation SET stale = true FROM free
    WHERE generation.workspace_id = free.workspace_id AND generation.id = free.id
    RETURNING generation.workspace_id AS "workspaceId", ${selectList(['productId', 'applicationId', 'reviewState'])}
  )
  SELECT ARRAY(SELECT DISTINCT workspace_id || '/' || source FROM found) AS found,
    (SELECT count(*) FROM found) = ${TOGETHER} AS "isFull",
    (SELECT coalesce(json_agg(marked), '[]') FROM marked) AS marked`;

const MARK: Record<SourceKind, string> = {
  product: marking('product_id', 'product_version', 'uuid'),
  application: marking('application_id', 'application_version', 'text'),
};
