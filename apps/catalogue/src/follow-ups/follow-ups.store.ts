// Finds the imports that have ended and that a batch is to follow, and notes what became of it.
import { Injectable } from '@nestjs/common';
import type { AppError, ImportFollowUp } from '#contracts';
import { Database } from '#platform/database';
import type { FollowUpEntity } from './follow-ups.entity.ts';

/** What is to follow an import that has ended. */
export interface DueFollowUp extends Pick<
  FollowUpEntity,
  'workspaceId' | 'importId' | 'holderId' | 'limits' | 'batchId' | 'requestId'
> {
  accountId: string;
  body: ImportFollowUp;
  /** True when the batch is asked for no more if this time it is refused. */
  isLast: boolean;
  /** True when it is asked for no more, also if a fault is the answer. */
  isOver: boolean;
}

/** Hours after the end of an import for which its batch is asked for while it is refused. */
const ASK_HOURS = 24;
/** And while faults are the answer, or there is none: it may have begun, which only an answer tells. */
const FAULTY_HOURS = 7 * 24;
/** Longest pause until a batch is asked for again, in seconds. */
const LONGEST_PAUSE_S = 60;

const OF_IMPORT = 'workspace_id = $1 AND import_id = $2';

// SQL, because the statements join tables, or change two in one step.
@Injectable()
export class FollowUpsStore {
  constructor(protected readonly database: Database) {}

  /**
   * What is due, one of each workspace, at most `limit`: the first workspace of each holder before the second ones, those that are
   * due for longest first.
   */
  async findDue(limit: number): Promise<DueFollowUp[]> {
    const rows = await this.database.system<DueFollowUp & { followUp: string }>(FIND_DUE, [
      limit,
      ASK_HOURS,
      FAULTY_HOURS,
    ]);
    return rows.map(({ followUp, ...due }) => ({ ...due, body: JSON.parse(followUp) as ImportFollowUp }));
  }

  /** The products of the successes of an import, in submitted order. */
  async productIds({ workspaceId, importId }: DueFollowUp): Promise<string[]> {
    const rows = await this.database.system<{ productId: string }>(
      `SELECT product_id AS "productId" FROM import_item
       WHERE workspace_id = $1 AND import_id = $2 AND outcome = 'success' ORDER BY position`,
      [workspaceId, importId],
    );
    return rows.map(({ productId }) => productId);
  }

  /** Notes the batch of an import, and forgets what was to follow. */
  async finish({ workspaceId, importId, batchId }: DueFollowUp): Promise<void> {
    await this.end('batch_id = $3', [workspaceId, importId, batchId]);
  }

  /** Notes why no batch follows an import, and forgets what was to follow. */
  async fail({ workspaceId, importId }: DueFollowUp, { code, target }: AppError): Promise<void> {
    await this.end('batch_error_code = $3, batch_error_target = $4', [
      workspaceId,
      importId,
      code,
      target ?? null,
    ]);
  }

  /**
   * Lets a batch wait, longer after each failure; if its workspace may begin none now, all that is due in the workspace waits
   * with it, for as long. It is then the last of them: it may be refused by itself, and the others are to be asked for in their turns.
   */
  async postpone({ workspaceId, importId }: DueFollowUp, scope: 'import' | 'workspace'): Promise<void> {
    await this.database.change(
      `WITH asked AS (SELECT failures + 1 AS failures FROM import_follow_up WHERE ${OF_IMPORT}), waiting AS (
         SELECT import_id AS id, row_number() OVER (ORDER BY import_id = $2, due_at, import_id) AS place
         FROM import_follow_up WHERE workspace_id = $1 AND (import_id = $2 OR $3 AND due_at <= now())
       )
       UPDATE import_follow_up AS due
       SET due_at = now() + least(${LONGEST_PAUSE_S}, 2 ^ least(asked.failures, 10)) * interval '1 second'
           + place * interval '1 microsecond',
         failures = greatest(due.failures, asked.failures)
       FROM asked, waiting WHERE workspace_id = $1 AND import_id = waiting.id`,
      [workspaceId, importId, scope === 'workspace'],
    );
  }

  /** Only the instance that deletes the row writes the import: another one may have got another answer from generations. */
  private async end(outcome: string, values: unknown[]): Promise<void> {
    await this.database.change(
      `WITH done AS (DELETE FROM import_follow_up WHERE ${OF_IMPORT} RETURNING 1)
       UPDATE import SET ${outcome} FROM done WHERE workspace_id = $1 AND id = $2`,
      values,
    );
  }
}

// Looks up one workspace after the other in the index of what is due, so that it reads few rows of a workspace that has many.
const FIND_DUE = `
  WITH RECURSIVE waiting AS (
    (SELECT workspace_id FROM import_follow_up WHERE due_at < 'infinity' ORDER BY workspace_id LIMIT 1)
    UNION ALL
    SELECT next.workspace_id FROM waiting CROSS JOIN LATERAL (
      SELECT workspace_id FROM import_follow_up AS other
      WHERE due_at < 'infinity' AND other.workspace_id > waiting.workspace_id ORDER BY workspace_id LIMIT 1
    ) AS next
  )
  SELECT due.workspace_id AS "workspaceId", import_id AS "importId", due.holder_id AS "holderId", limits, due.batch_id AS "batchId",
    request_id AS "requestId", account_id AS "accountId", follow_up AS "followUp",
    completed_at < now() - $2 * interval '1 hour' AS "isLast", completed_at < now() - $3 * interval '1 hour' AS "isOver"
  FROM waiting CROSS JOIN LATERAL (
    SELECT * FROM import_follow_up
    WHERE workspace_id = waiting.workspace_id AND due_at <= now() ORDER BY due_at, import_id LIMIT 1
  ) AS due JOIN import ON import.workspace_id = due.workspace_id AND import.id = import_id
  ORDER BY row_number() OVER (PARTITION BY due.holder_id ORDER BY due_at, import_id), due_at LIMIT $1`;
