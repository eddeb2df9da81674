// Deletes what the catalogue has of an erased workspace.
import { Injectable } from '@nestjs/common';
import { Database, purge, ROUND_MS } from '#platform/database';
import { Every, runAll } from '#platform/resilience';
import { eraseRows } from '#platform/retention';
import { FetchBatchesService } from '../fetching/index.ts';

/** Most pending fetches of one transaction. */
const LIMIT = 500;

/**
 * SQL: when a workspace was erased for which a transaction that was under way at that time may have left rows. For hours, because
 * nobody looks while the catalogue is away.
 */
const RECENT = `BETWEEN now() - interval '6 hours' AND now() - interval '1 minute'`;

/** Days for which an erased workspace is remembered. Nothing comes for it later: the stream keeps events for seven by default. */
const KEEP_DAYS = 60;

@Injectable()
export class CatalogueErasureService {
  constructor(
    private readonly database: Database,
    private readonly batches: FetchBatchesService,
  ) {}

  /**
   * Deletes a bounded number of rows; true when there was none. From then on no request writes for the workspace. A worker
   * that still fetches for it finds no item that waits, and its results are dropped.
   */
  async erase(workspaceId: string): Promise<boolean> {
    await this.database.system('INSERT INTO erased_workspace (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      workspaceId,
    ]);
    return this.eraseRows(workspaceId);
  }

  private async eraseRows(workspaceId: string): Promise<boolean> {
    if (await this.batches.disown(workspaceId, LIMIT)) return false;
    // Not the fetches: since they were disowned, another workspace may wait for one that this one has asked for meanwhile.
    const tables = this.database.workspaceTables().filter((table) => table !== 'pending_fetch');
    return eraseRows(this.database, workspaceId, tables);
  }

  /**
   * Deletes what was written while an erasure began: for up to 20 s, and a bounded number of rows of each workspace in any case.
   * Of more than a hundred, chance takes some each time, so that all have their turn within the hours. Public so that a test need
   * not wait.
   */
  @Every('left-overs of erased workspaces', 60_000)
  async eraseLeftOvers(): Promise<void> {
    const endsAt = performance.now() + ROUND_MS;
    const text = `SELECT id FROM erased_workspace WHERE erased_at ${RECENT} ORDER BY random() LIMIT 100`;
    const erased = await this.database.system<{ id: string }>(text, []);
    await runAll(
      ...erased.map(
        ({ id }) =>
          () =>
            this.eraseAll(id, endsAt),
      ),
      () =>
        purge(this.database, 'erased_workspace', `erased_at < now() - interval '${KEEP_DAYS} days'`, endsAt),
    );
  }

  private async eraseAll(workspaceId: string, endsAt: number): Promise<void> {
    let isGone: boolean;
    do isGone = await this.eraseRows(workspaceId);
    while (!isGone && performance.now() < endsAt);
  }
}
