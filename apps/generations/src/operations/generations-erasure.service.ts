// Deletes what generations has of an erased workspace.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { eraseRows } from '#platform/retention';
import { ErasedWorkspacesStore } from './erased-workspaces.store.ts';

@Injectable()
export class GenerationsErasureService {
  constructor(
    private readonly database: Database,
    private readonly erased: ErasedWorkspacesStore,
  ) {}

  /**
   * Deletes a bounded number of rows; true when there was none, and none can follow. The worker of a generation that still runs
   * loses its lease and ends its model call, and the job of one that waits finds nothing to claim.
   */
  async erase(workspaceId: string): Promise<boolean> {
    const isSettled = await this.erased.close(workspaceId);
    return (await eraseRows(this.database, workspaceId, this.database.workspaceTables())) && isSettled;
  }
}
