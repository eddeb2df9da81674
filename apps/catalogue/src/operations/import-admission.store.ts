// The tables of tickets, as far as they tell how much waits for the marketplaces, and whose it is.
import { Injectable } from '@nestjs/common';
import type { Region } from '#contracts';
import { Database } from '#platform/database';

/** A workspace in a region. */
export interface Waiter {
  region: Region;
  workspaceId: string;
}

/** Counts what waits. */
@Injectable()
export class ImportAdmissionStore {
  constructor(private readonly database: Database) {}

  /** Regions in which more tickets than that wait for a worker, in the outbox or in the queue. */
  async full(most: number): Promise<Region[]> {
    const rows = await this.database.system<{ region: Region }>(
      'SELECT region FROM import_ticket WHERE worker IS NULL GROUP BY region HAVING count(*) > $1',
      [most],
    );
    return rows.map((row) => row.region);
  }

  /** Products that wait in these regions, by workspace. */
  products(regions: readonly Region[]): Promise<(Waiter & { count: number })[]> {
    return this.database.system(
      `SELECT region, workspace_id AS "workspaceId", count(*)::int AS count FROM import_fetch
       WHERE region = ANY ($1) AND ticket_id IS NULL GROUP BY region, workspace_id`,
      [regions],
    );
  }

  /** Workspaces whose first product has waited for so many hours. */
  late(hours: number): Promise<Waiter[]> {
    return this.database.system(
      `SELECT DISTINCT turn.region, turn.workspace_id AS "workspaceId" FROM import_turn turn
       CROSS JOIN LATERAL (
         SELECT requested_at FROM import_fetch kept
         WHERE kept.marketplace = turn.marketplace AND kept.workspace_id = turn.workspace_id AND ticket_id IS NULL
         ORDER BY requested_at LIMIT 1
       ) AS first
       WHERE first.requested_at < now() - $1 * interval '1 hour'`,
      [hours],
    );
  }
}
