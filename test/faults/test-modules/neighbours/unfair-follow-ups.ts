// Test module: follow-ups are asked for again at once, the oldest imports of all workspaces first.
import {
  FollowUpsStore as Original,
  type DueFollowUp,
} from '../../../../apps/catalogue/src/follow-ups/follow-ups.store.ts';

export * from '../../../../apps/catalogue/src/follow-ups/follow-ups.store.ts';

const OLDEST = `SELECT due.workspace_id AS "workspaceId", import_id AS "importId", due.batch_id AS "batchId",
    request_id AS "requestId", account_id AS "accountId", follow_up AS "followUp", false AS "isLast"
  FROM import_follow_up AS due JOIN import ON import.workspace_id = due.workspace_id AND import.id = import_id
  WHERE due_at <= now() ORDER BY due_at, import_id LIMIT $1`;

export class FollowUpsStore extends Original {
  override async findDue(limit: number): Promise<DueFollowUp[]> {
    const rows = await this.database.system<DueFollowUp & { followUp: string }>(OLDEST, [limit]);
    return rows.map(({ followUp, ...due }) => ({
      ...due,
      body: JSON.parse(followUp) as DueFollowUp['body'],
    }));
  }

  override postpone(): Promise<void> {
    return Promise.resolve();
  }
}
