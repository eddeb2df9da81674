// Reads the table spending; LedgerStore adds to it.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { THIS_MONTH } from './budget.rules.ts';

@Injectable()
export class SpendingStore {
  constructor(private readonly database: Database) {}

  /** Workspace → what it has spent in this month, in millionths of the currency; those that have spent nothing are missing. */
  async read(workspaceIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.system<{ workspaceId: string; spentMicros: string }>(
      `SELECT workspace_id AS "workspaceId", spent_micros AS "spentMicros" FROM spending
       WHERE workspace_id = ANY ($1) AND month = ${THIS_MONTH}`,
      [workspaceIds],
    );
    return new Map(rows.map(({ workspaceId, spentMicros }) => [workspaceId, Number(spentMicros)]));
  }
}
