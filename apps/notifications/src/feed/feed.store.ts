// Reads and writes the tables of the feed.
import { Injectable } from '@nestjs/common';
import { toUnixSeconds, type FeedEvent, type FeedType } from '#contracts';
import { arraysOf, Database, leastIdAt, selectList, type Transaction } from '#platform/database';
import type { FeedEventEntity } from './feed.entity.ts';

/** An event to be kept. */
export type NewFeedEvent = Omit<FeedEventEntity, 'position'>;

const SHOWN = ['id', 'type', 'time', 'subject', 'data'] as const;
type ShownRow = Pick<FeedEventEntity, (typeof SHOWN)[number]>;

/** An event that was added, and the name of the partition that it is in. */
type AddedEvent = Pick<FeedEventEntity, 'workspaceId' | 'id' | 'type' | 'position'> & { month: string };

/** What became of new events. */
interface Insertion {
  added: NewFeedEvent[];
  /** How many were older than the feed keeps. */
  tooOld: number;
}

/** A part of the feed. */
interface FeedQuery {
  workspaceId: string;
  types: readonly FeedType[];
  /** Events after this one only. */
  position: string;
  limit: number;
}

/** The first $4 events of the types $2 after the position $3: the first ones of each type, merged. */
const PAGE = `
  SELECT ${selectList(SHOWN)} FROM unnest($2::text[]) AS wanted (wanted_type) CROSS JOIN LATERAL (
    SELECT * FROM event
    WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND type = wanted_type AND position > $3
    ORDER BY position LIMIT $4
  ) AS one ORDER BY position LIMIT $4`;

/** Condition of the last event of a month that is no longer kept. */
const IS_DROPPED = (end: string): string =>
  `NOT EXISTS (SELECT FROM event WHERE event.workspace_id = ${end}.workspace_id AND event.id = ${end}.id)`;

// Statements are SQL: they work on sets, and on one range of the index for each type.
@Injectable()
export class FeedStore {
  constructor(private readonly database: Database) {}

  /**
   * Makes writers of the feed follow each other until the end of the transaction. Otherwise an event could be committed
   * after one with a higher position, and a reader that has that one would never see it.
   */
  async lock(tx: Transaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('feed'))`);
  }

  /**
   * Adds those of the events that are new, in this order. Events of erased workspaces are left out, and so are those that
   * are older than `keepDays`: their month may have been dropped, and there is no place for them.
   */
  async insert(tx: Transaction, events: readonly NewFeedEvent[], keepDays: number): Promise<Insertion> {
    const rows = events.map((one) => ({ ...one, data: JSON.stringify(one.data) }));
    const oldest = leastIdAt('now() - make_interval(days => $7)');
    const results = await tx.query<(AddedEvent & { isTooOld: boolean })[]>(
      `WITH one AS (
         SELECT *, $7 > 0 AND id < ${oldest} AS is_too_old
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
           WITH ORDINALITY AS one (workspace_id, id, type, subject, time, data, place)
         WHERE NOT EXISTS (SELECT FROM erased_workspace AS erased WHERE erased.id = one.workspace_id)
       ), added AS (
         INSERT INTO event (workspace_id, id, type, subject, time, data)
         SELECT workspace_id, id, type, subject, time, data::json FROM one WHERE NOT is_too_old ORDER BY place
         ON CONFLICT (workspace_id, id) DO NOTHING
         RETURNING workspace_id, id, type, position, tableoid::regclass::text AS month
       )
       SELECT ${selectList(['workspaceId', 'id', 'type', 'position', 'month'])}, false AS "isTooOld" FROM added
       UNION ALL SELECT workspace_id, id, type, NULL, NULL, true FROM one WHERE is_too_old`,
      [...arraysOf(rows, 'workspaceId', 'id', 'type', 'subject', 'time', 'data'), keepDays],
    );
    const added = results.filter(({ isTooOld }) => !isTooOld);
    if (added.length > 0) await this.noteEnds(tx, added);
    const ids = new Set(added.map(({ id }) => id));
    return { added: events.filter(({ id }) => ids.delete(id)), tooOld: results.length - added.length };
  }

  /**
   * Position of an event that is kept, or of the last one of its month where no event of the `types` after it was dropped:
   * its reader has missed nothing. Undefined for any other.
   */
  async positionOf(
    workspaceId: string,
    { id, types }: { id: string; types: readonly FeedType[] },
  ): Promise<string | undefined> {
    const text = `
      SELECT position FROM event WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2
      UNION ALL
      SELECT position FROM feed_end AS own
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2 AND NOT EXISTS (
        SELECT FROM feed_end AS later
        WHERE workspace_id = $1 AND type = ANY ($3) AND position > own.position AND ${IS_DROPPED('later')}
      )`;
    const [row] = await this.database.read(workspaceId, text, [id, types]);
    return row && String(row['position']);
  }

  /** Events after a position, oldest first. */
  async read({ workspaceId, types, position, limit }: FeedQuery): Promise<FeedEvent[]> {
    const values = [types, position, limit];
    const rows = await this.database.read<ShownRow>(workspaceId, PAGE, values);
    return rows.map(({ time, ...row }) => ({ ...row, time: toUnixSeconds(time) }));
  }

  /** Id of the newest event of the types, also when it is no longer kept; undefined when there was none. */
  async newest(workspaceId: string, types: readonly FeedType[]): Promise<string | undefined> {
    const text = `SELECT id FROM feed_end
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND type = ANY ($2) ORDER BY position DESC LIMIT 1`;
    const [row] = await this.database.read<{ id: string }>(workspaceId, text, [types]);
    return row?.id;
  }

  /** Keeps out the events of a workspace that are still to come, also those that other writers are adding. */
  async forget(tx: Transaction, workspaceId: string): Promise<void> {
    await this.lock(tx);
    await tx.query('INSERT INTO erased_workspace (id) VALUES ($1) ON CONFLICT DO NOTHING', [workspaceId]);
  }

  /** Notes the last event of each month by type, and forgets those of the months before the last one that was dropped. */
  private async noteEnds(tx: Transaction, added: readonly AddedEvent[]): Promise<void> {
    const ends = await tx.query<{ isNew: boolean }[]>(
      `INSERT INTO feed_end (workspace_id, type, month, id, position)
       SELECT DISTINCT ON (workspace_id, type, month) *
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::bigint[])
         AS added (workspace_id, type, month, id, position)
       ORDER BY workspace_id, type, month, position DESC
       ON CONFLICT (workspace_id, type, month) DO UPDATE SET id = excluded.id, position = excluded.position
       RETURNING xmax = 0 AS "isNew"`, // xmax is 0 in a row that was inserted, not updated
      arraysOf(added, 'workspaceId', 'type', 'month', 'id', 'position'),
    );
    if (!ends.some(({ isNew }) => isNew)) return;
    await tx.query(
      `DELETE FROM feed_end AS own USING feed_end AS later
       WHERE own.workspace_id = ANY ($1) AND later.workspace_id = own.workspace_id AND later.type = own.type
         AND later.position > own.position AND ${IS_DROPPED('own')} AND ${IS_DROPPED('later')}`,
      [[...new Set(added.map(({ workspaceId }) => workspaceId))]],
    );
  }
}
