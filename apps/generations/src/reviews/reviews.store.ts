// Reads results, and what people decided about them.
import { Injectable } from '@nestjs/common';
import { isUuid, type GenerationReview } from '#contracts';
import { Database, selectList, type Transaction } from '#platform/database';
import { type GenerationEntity, USED_APPLICATION, type UsedVersion } from '../generation-record/index.ts';

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
] as const;

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
    const sql = `SELECT ${selectList(RESULT)}, ${USED_APPLICATION} FROM generation WHERE workspace_id = bound.workspace_id AND id = $2`;
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
}
