// Finds the imports that have ended and that a batch is to follow.
import { Injectable } from '@nestjs/common';
import { Database, selectList } from '#platform/database';
import type { FollowUpEntity } from './follow-ups.entity.ts';

/** What is to follow an import that has ended. */
export interface DueFollowUp extends FollowUpEntity {
  accountId: string;
}

const COLUMNS = selectList(['workspaceId', 'importId', 'batchId', 'requestId', 'body']);

// SQL, because the statements join tables, or change two in one step.
@Injectable()
export class FollowUpsStore {
  constructor(private readonly database: Database) {}

  /** What is to follow imports that have ended, the oldest first, at most `limit`. */
  findDue(limit: number): Promise<DueFollowUp[]> {
    return this.database.system<DueFollowUp>(
      `SELECT due.*, account_id AS "accountId" FROM (SELECT ${COLUMNS} FROM import_follow_up) AS due
       JOIN import ON workspace_id = "workspaceId" AND id = "importId"
       WHERE status <> 'RUNNING' ORDER BY id LIMIT $1`,
      [limit],
    );
  }

  /** The products of the successes of an import, in submitted order. */
  async productIds({ workspaceId, importId }: FollowUpEntity): Promise<string[]> {
    const rows = await this.database.system<{ productId: string }>(
      `SELECT product_id AS "productId" FROM import_item
       WHERE workspace_id = $1 AND import_id = $2 AND outcome = 'success' ORDER BY position`,
      [workspaceId, importId],
    );
    return rows.map(({ productId }) => productId);
  }

  /** Notes the batch of an import, or that there is none, and forgets what was to follow. */
  async finish({ workspaceId, importId }: FollowUpEntity, batchId: string | null): Promise<void> {
    await this.database.system(
      `WITH done AS (DELETE FROM import_follow_up WHERE workspace_id = $1 AND import_id = $2)
       UPDATE import SET batch_id = $3 WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, importId, batchId],
    );
  }
}
