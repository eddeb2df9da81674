// Reads what the scores of generations follow from.
import { Injectable } from '@nestjs/common';
import { isUuid } from '#contracts';
import { Database, LOWEST_ID, selectList } from '#platform/database';
import type { GenerationEntity } from '../generation-record/index.ts';
import { USAGE } from '../usage/index.ts';
import type { ArmGeneration, ScoredRow } from './scores.rules.ts';

/** SQL: milliseconds from the claim of the last worker to the end, in the workspace $1; null when no worker has ended the generation. */
const LATENCY = `(
  SELECT round(extract(epoch FROM generation.completed_at - started_at) * 1000)::float8 FROM invocation
  WHERE invocation.workspace_id = $1 AND generation_id = generation.id
    AND invocation.epoch = generation.epoch
)`;
const SCORED = `${selectList(['status', 'coverage', 'scores'])}, json_array_length(checks) AS findings, review - 'result' AS review, ${USAGE} AS usage,
  ${LATENCY} AS "latencyMs"`;

/** A generation of an arm. */
export type ArmRow = Pick<ArmGeneration, 'id' | 'arm' | 'caseId' | 'title'> & ScoredRow;

const OF_CASE = ['id', 'experimentId', 'caseId'] as const;
/** A generation, and its case of an experiment. */
type FoundRow = Pick<GenerationEntity, (typeof OF_CASE)[number]> & ScoredRow;

@Injectable()
export class ScoresStore {
  constructor(private readonly database: Database) {}

  /**
   * Generations of an arm that have run to their end, in the order of their ids: not those that were cancelled, or for which
   * there was no money.
   */
  ofArm(workspaceId: string, batchId: string, after: string | undefined, limit: number): Promise<ArmRow[]> {
    return this.database.readAlone<ArmRow>(
      workspaceId,
      `SELECT id, arm, case_id AS "caseId", coalesce(product_title, '') AS title, ${SCORED} FROM generation
       WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND batch_id = $2 AND status <> 'RUNNING'
         AND coalesce(error_code, '') NOT IN ('Cancelled', 'BudgetExceeded') AND id > $3
       ORDER BY id LIMIT $4`,
      [batchId, after ?? LOWEST_ID, limit],
    );
  }

  /** Finds a generation of the workspace. SQL, because it takes one round trip. */
  async find(workspaceId: string, id: string): Promise<FoundRow | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT ${selectList(OF_CASE)}, ${SCORED} FROM generation WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2`;
    const [row] = await this.database.read<FoundRow>(workspaceId, sql, [id]);
    return row;
  }
}
