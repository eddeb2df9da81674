// Reads results, records what people decide about them, and counts the decisions.
import { Injectable } from '@nestjs/common';
import { isUuid, type GenerationReview } from '#contracts';
import { arraysOf, Database, selectList, type Transaction } from '#platform/database';
import { type GenerationEntity, usedApplication, type UsedVersion } from '../generation-record/index.ts';
import { ADD_TO_STATISTIC } from '../statistics/index.ts';

/** What the decision about a result depends on. */
export type Reviewed = Pick<GenerationEntity, (typeof REVIEWED)[number]> & { hasDraft: boolean };
const REVIEWED = [
  'workspaceId',
  'id',
  'productId',
  'applicationId',
  'status',
  'review',
  'reviewVersion',
  'experimentId',
] as const;

/** What a decision adds to the statistic of an hour, counted from 1970. */
export interface DecisionCount {
  hour: number;
  accepted: number;
  edited: number;
  rejected: number;
  editShare: number;
}

const RESULT = [
  'workspaceId',
  'id',
  'status',
  'applicationId',
  'title',
  'inputs',
  'environment',
  'marketplace',
  'document',
  'original',
  'productId',
  'product',
  'result',
  'draft',
] as const;
/** A result, and the task that it was written for. */
export type ResultRow = Pick<GenerationEntity, (typeof RESULT)[number]> & { application: UsedVersion };

@Injectable()
export class ReviewsStore {
  constructor(private readonly database: Database) {}

  /** Finds a generation of the workspace with its task and its result. SQL, because it takes one round trip. */
  async find(workspaceId: string, id: string): Promise<ResultRow | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT ${selectList(RESULT)}, ${usedApplication('$1')} FROM generation WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2`;
    const [row] = await this.database.read(workspaceId, sql, [id]);
    return row as ResultRow | undefined;
  }

  /** Finds a generation of the workspace, and keeps it from changing until the transaction ends. */
  async lock(tx: Transaction, workspaceId: string, id: string): Promise<Reviewed | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT ${selectList(REVIEWED)}, draft IS NOT NULL AS "hasDraft"
      FROM generation WHERE workspace_id = $1 AND id = $2 FOR UPDATE`;
    const [row] = await tx.query<Reviewed[]>(sql, [workspaceId, id]);
    return row;
  }

  /** Records a decision. SQL, because the type of its JSON is too deep for a repository. */
  async set(
    tx: Transaction,
    workspaceId: string,
    id: string,
    { review, reviewVersion }: { review: GenerationReview; reviewVersion: number | null },
  ): Promise<void> {
    const sql = 'UPDATE generation SET review = $3, review_version = $4 WHERE workspace_id = $1 AND id = $2';
    await tx.query(sql, [workspaceId, id, review, reviewVersion]);
  }

  /** Counts decisions about a generation in the statistic, each in its hour. */
  async count(
    tx: Transaction,
    { workspaceId, id }: { workspaceId: string; id: string },
    decisions: readonly DecisionCount[],
  ): Promise<void> {
    await tx.query(
      `INSERT INTO statistic (workspace_id, hour, application_id, model, error_code, prompt_version, language, voice, slot,
         accepted, edited, rejected, edit_share)
       SELECT workspace_id, hour, application_id, model, coalesce(error_code, ''), coalesce(prompt_version, ''), language,
         coalesce(voice_id::text, ''), pg_backend_pid(), sum(accepted), sum(decision.edited), sum(rejected), sum(edit_share)
       FROM generation,
         unnest($3::int[], $4::int[], $5::int[], $6::int[], $7::float8[]) AS decision (hour, accepted, edited, rejected, edit_share)
       WHERE workspace_id = $1 AND id = $2 GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ${ADD_TO_STATISTIC}`,
      [workspaceId, id, ...arraysOf(decisions, 'hour', 'accepted', 'edited', 'rejected', 'editShare')],
    );
  }
}
