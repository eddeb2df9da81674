// Measures how much waits for the marketplaces, and for which workspaces.
import { Injectable } from '@nestjs/common';
import { REGIONS, type Region } from '#contracts';
import { Database } from '#platform/database';
import type { FairShareEntity } from '../fetching/index.ts';

/** A workspace in a region. */
export type RegionWorkspace = Pick<FairShareEntity, 'region' | 'workspaceId'>;

/** Reads the tables of the fetching room. Each statement groups or joins many rows, so it is SQL. */
@Injectable()
export class ImportAdmissionStore {
  constructor(private readonly database: Database) {}

  /** Regions in which more than `max` products wait for a batch. */
  async fullRegions(max: number): Promise<Region[]> {
    const rows = await this.database.system<{ region: Region }>(
      `SELECT region FROM unnest($1::text[]) AS region WHERE EXISTS (
         SELECT FROM pending_fetch WHERE pending_fetch.region = region.region AND batch_id IS NULL OFFSET $2
       )`,
      [REGIONS, max],
    );
    return rows.map((row) => row.region);
  }

  /** How many products wait in these regions, by workspace. */
  pendingByWorkspace(regions: readonly Region[]): Promise<(RegionWorkspace & { count: number })[]> {
    return this.database.system(
      `SELECT region, workspace_id AS "workspaceId", count(*)::int AS count FROM pending_fetch
       WHERE region = ANY ($1) AND batch_id IS NULL GROUP BY region, workspace_id`,
      [regions],
    );
  }

  /** Workspaces whose oldest pending product has waited for more than this many hours. */
  lateWorkspaces(hours: number): Promise<RegionWorkspace[]> {
    return this.database.system(
      `SELECT DISTINCT share.region, share.workspace_id AS "workspaceId" FROM fair_share share
       CROSS JOIN LATERAL (
         SELECT requested_at FROM pending_fetch pending
         WHERE pending.marketplace = share.marketplace AND pending.workspace_id = share.workspace_id AND batch_id IS NULL
         ORDER BY requested_at LIMIT 1
       ) AS oldest
       WHERE oldest.requested_at < now() - $1 * interval '1 hour'`,
      [hours],
    );
  }
}
