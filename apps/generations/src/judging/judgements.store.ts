// Reads the texts that a judge compares, and its judgements. SQL, because it chooses among the generations of some batches.
import { Injectable } from '@nestjs/common';
import { JUDGEMENT } from '#contracts';
import { Database, LOWEST_ID, selectList, type Transaction } from '#platform/database';
import { usedApplication } from '../generation-record/index.ts';
import type { JudgeInputs, JudgementRow, TextRow } from './judgements.rules.ts';

const TEXT = selectList([
  'id',
  'batchId',
  'caseId',
  'applicationId',
  'inputs',
  'environment',
  'product',
  'result',
]);
/** With whole inputs: Postgres cannot look into JSON with NUL or half a surrogate pair, and texts may have been written from such. */
const SAID = `id, ${selectList(['arm', 'caseId', 'inputs', 'result'])}`;

@Injectable()
export class JudgementsStore {
  constructor(private readonly database: Database) {}

  /** The cases for which both batches have a text. */
  async commonCases(
    tx: Transaction,
    workspaceId: string,
    batches: JudgeInputs['batches'],
  ): Promise<string[]> {
    const rows = await tx.query<{ caseId: string }[]>(
      `SELECT case_id AS "caseId" FROM generation
       WHERE workspace_id = $1 AND batch_id = ANY ($2) AND status = 'SUCCESS'
       GROUP BY case_id HAVING count(DISTINCT batch_id) = 2 ORDER BY case_id`,
      [workspaceId, batches],
    );
    return rows.map(({ caseId }) => caseId);
  }

  /** The texts of two batches for some cases; of a repeated case the first of each batch. Alone, because it has whole products. */
  texts(
    workspaceId: string,
    batches: JudgeInputs['batches'],
    caseIds: readonly string[],
  ): Promise<TextRow[]> {
    return this.database.readAlone<TextRow>(
      workspaceId,
      `SELECT DISTINCT ON (batch_id, case_id) ${TEXT}, ${usedApplication('$1')} FROM generation
       WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND batch_id = ANY ($2) AND case_id = ANY ($3) AND status = 'SUCCESS'
       ORDER BY batch_id, case_id, id`,
      [batches, caseIds],
    );
  }

  /** Judgements of a batch in the order of their ids. */
  ofBatch(
    workspaceId: string,
    batchId: string,
    after: string | undefined,
    limit: number,
  ): Promise<(JudgementRow & { id: string })[]> {
    return this.database.readAlone<JudgementRow & { id: string }>(
      workspaceId,
      `SELECT ${SAID} FROM generation
       WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND batch_id = $2 AND status = 'SUCCESS' AND id > $3
       ORDER BY id LIMIT $4`,
      [batchId, after ?? LOWEST_ID, limit],
    );
  }

  /** The judgements about a case of an experiment, in the order of their ids. */
  ofCase(workspaceId: string, experimentId: string, caseId: string): Promise<JudgementRow[]> {
    return this.database.read<JudgementRow>(
      workspaceId,
      `SELECT ${SAID} FROM generation
       WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND case_id = $3 AND status = 'SUCCESS' AND batch_id IN (
         SELECT id FROM batch WHERE batch.workspace_id = bound.workspace_id AND batch.workspace_id = $1 AND experiment_id = $2 AND application_id = $4
       ) ORDER BY id`,
      [experimentId, caseId, JUDGEMENT],
    );
  }
}
