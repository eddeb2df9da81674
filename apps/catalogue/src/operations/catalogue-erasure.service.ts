// Deletes what the catalogue has of an erased workspace.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { eraseRows } from '#platform/retention';
import { FetchBatchesService } from '../fetching/index.ts';

/** Most pending fetches of one transaction. */
const LIMIT = 500;

@Injectable()
export class CatalogueErasureService {
  constructor(
    private readonly database: Database,
    private readonly batches: FetchBatchesService,
  ) {}

  /**
   * Deletes a bounded number of rows; true when there was none. A worker that still fetches for the workspace finds no
   * item that waits, and its results are dropped.
   */
  async erase(workspaceId: string): Promise<boolean> {
    if (await this.batches.disown(workspaceId, LIMIT)) return false;
    return eraseRows(this.database, workspaceId, this.database.workspaceTables());
  }
}
