// Reads and writes the table event.
import { Injectable } from '@nestjs/common';
import { toUnixSeconds, type FeedEvent, type FeedType } from '#contracts';
import { arraysOf, Database, selectList, type Transaction } from '#platform/database';
import type { FeedEventEntity } from './feed.entity.ts';

/** An event to be kept. */
export type NewFeedEvent = Omit<FeedEventEntity, 'position'>;

const SHOWN = ['id', 'type', 'time', 'subject', 'data'] as const;
type ShownRow = Pick<FeedEventEntity, (typeof SHOWN)[number]>;

/** A part of the feed. */
interface FeedQuery {
  workspaceId: string;
  types: readonly FeedType[];
  /** Events after this one only. */
  position: string;
  limit: number;
}

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

  /** Adds those of the events that are new, in this order, and returns them. Events of erased workspaces are left out. */
  async insert(tx: Transaction, events: readonly NewFeedEvent[]): Promise<NewFeedEvent[]> {
    const rows = events.map((one) => ({ ...one, data: JSON.stringify(one.data) }));
    const added = await tx.query<{ id: string }[]>(
      `INSERT INTO event (workspace_id, id, type, subject, time, data)
       SELECT workspace_id, id, type, subject, time, data::json
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
         WITH ORDINALITY AS one (workspace_id, id, type, subject, time, data, place)
       WHERE NOT EXISTS (SELECT FROM erased_workspace AS erased WHERE erased.id = one.workspace_id)
       ORDER BY place
       ON CONFLICT (workspace_id, id) DO NOTHING RETURNING id`,
      arraysOf(rows, 'workspaceId', 'id', 'type', 'subject', 'time', 'data'),
    );
    const ids = new Set(added.map(({ id }) => id));
    return events.filter(({ id }) => ids.delete(id));
  }

  /** Position of an event; undefined when the workspace has no such event. */
  async positionOf(workspaceId: string, id: string): Promise<string | undefined> {
    const text = `SELECT position FROM event
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2`;
    const [row] = await this.database.read(workspaceId, text, [id]);
    return row && String(row['position']);
  }

  /** Events after a position, oldest first. */
  async read({ workspaceId, types, position, limit }: FeedQuery): Promise<FeedEvent[]> {
    const values = [types, position, limit];
    const rows = await this.database.read<ShownRow>(workspaceId, pageOf('position > $3', 'ASC'), values);
    return rows.map(({ time, ...row }) => ({ ...row, time: toUnixSeconds(time) }));
  }

  /** Id of the newest event of these types; undefined when there is none. */
  async newest(workspaceId: string, types: readonly FeedType[]): Promise<string | undefined> {
    const [event] = await this.database.read<ShownRow>(workspaceId, pageOf('position <= $3', 'DESC'), [
      types,
      MAX,
      1,
    ]);
    return event?.id;
  }

  /** Keeps out the events of a workspace that are still to come, also those that other writers are adding. */
  forget(workspaceId: string): Promise<void> {
    return this.database.asSystem(async (tx) => {
      await this.lock(tx);
      await tx.query('INSERT INTO erased_workspace (id) VALUES ($1) ON CONFLICT DO NOTHING', [workspaceId]);
    });
  }
}

/** A position after all others. */
const MAX = String(2n ** 63n - 1n);

/** The first $4 events of the types $2 that meet a condition: the first ones of each type, merged. */
function pageOf(condition: string, order: 'ASC' | 'DESC'): string {
  return `
    SELECT ${selectList(SHOWN)} FROM unnest($2::text[]) AS wanted (wanted_type) CROSS JOIN LATERAL (
      SELECT * FROM event
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND type = wanted_type AND ${condition}
      ORDER BY position ${order} LIMIT $4
    ) AS one ORDER BY position ${order} LIMIT $4`;
}
