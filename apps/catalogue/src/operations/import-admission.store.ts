// Measures how much waits for the marketplaces, and for which accounts.
import { Injectable } from '@nestjs/common';
import { REGIONS, type Region } from '#contracts';
import { Database } from '#platform/database';
import type { FairShareEntity } from '../fetching/index.ts';

/** An account that holds workspaces, in a region. */
export type RegionHolder = Pick<FairShareEntity, 'region' | 'holderId'>;

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

  /** How many products wait in these regions, by the account that holds their workspace. */
  pendingByHolder(regions: readonly Region[]): Promise<(RegionHolder & { count: number })[]> {
    return this.database.system(
      `SELECT pending.region, share.holder_id AS "holderId", sum(pending.count)::int AS count FROM (
         SELECT region, marketplace, workspace_id, count(*) AS count FROM pending_fetch
         WHERE region = ANY ($1) AND batch_id IS NULL GROUP BY region, marketplace, workspace_id
       ) AS pending JOIN fair_share AS share USING (marketplace, workspace_id) GROUP BY pending.region, share.holder_id`,
      [regions],
    );
  }

  /** Accounts whose oldest pending product has waited for more than this many hours. */
  lateHolders(hours: number): Promise<RegionHolder[]> {
    return this.database.system(
      `SELECT DISTINCT share.region, share.holder_id AS "holderId" FROM fair_share share
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
