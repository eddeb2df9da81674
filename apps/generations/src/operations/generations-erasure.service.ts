// Deletes what generations has of an erased workspace.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { eraseRows } from '#platform/retention';

@Injectable()
export class GenerationsErasureService {
  constructor(private readonly database: Database) {}

  /**
   * Deletes a bounded number of rows; true when there was none. The worker of a generation that still runs loses its lease
   * and ends its model call, and the job of one that waits finds nothing to claim.
   */
  erase(workspaceId: string): Promise<boolean> {
    return eraseRows(this.database, workspaceId, this.database.workspaceTables());
  }
}
