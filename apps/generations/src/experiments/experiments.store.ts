// Reads and writes the table experiment; reads it with the batches of its arms and of its judge.
import { Injectable } from '@nestjs/common';
import { isUuid, type ExperimentResults } from '#contracts';
import { Database, selectList, selectListWithout, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import { BATCHES_OF_EXPERIMENT } from '../batch-record/index.ts';
import { ExperimentEntity, type JudgedOutcome } from './experiments.entity.ts';
import { toExperiment, type ExperimentRow } from './experiments.rules.ts';

const LISTED = `${selectListWithout(ExperimentEntity, ['workspaceId', 'results', 'judged'])}, ${BATCHES_OF_EXPERIMENT} AS batches`;
const SHOWN = `${LISTED}, ${selectList(['results', 'judged'])}`;

/** An experiment whose judge waits. */
export type Unjudged = Pick<ExperimentEntity, 'workspaceId' | 'id'>;

// SQL, because an experiment is read with its batches, and the type of its JSON is too deep for a repository.
@Injectable()
export class ExperimentsStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
  ) {}

  /** One page, newest first, as the JSON of an ExperimentList. Errors: InvalidNextToken. */
  page(query: PageQuery): Promise<string> {
    const toJson = (row: ExperimentRow) =>
      JSON.stringify(toExperiment({ ...revived(row), results: null, judged: null }));
    return this.pages.read<ExperimentRow>(
      { noun: 'experiments', table: 'experiment', columns: LISTED, toJson, filters: {} },
      query,
    );
  }

  /** Finds an experiment; undefined when the id is malformed or unknown in the workspace. */
  async find(workspaceId: string, id: string): Promise<ExperimentRow | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT ${SHOWN} FROM experiment WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2`;
    const [row] = await this.database.read<ExperimentRow>(workspaceId, sql, [id]);
    return row && revived(row);
  }

  /** Adds an experiment. */
  async insert(
    tx: Transaction,
    row: Omit<ExperimentEntity, 'judging' | 'results' | 'judged' | 'createdAt'>,
  ): Promise<void> {
    const { workspaceId, id, datasetId, applicationId, arms, repeats, maxCostMicros, minimum, judge } = row;
    await tx.query(
      `INSERT INTO experiment
         (workspace_id, id, dataset_id, application_id, arms, repeats, max_cost_micros, minimum, judge, judging)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $9::json IS NOT NULL THEN 'WAITING' END)`,
      [
        workspaceId,
        id,
        datasetId,
        applicationId,
        JSON.stringify(arms),
        repeats,
        maxCostMicros,
        minimum && JSON.stringify(minimum),
        judge && JSON.stringify(judge),
      ],
    );
  }

  /** Keeps results, and what the judge has said. Two instances may do that at once: both have computed the same. */
  async keepResults(
    workspaceId: string,
    id: string,
    results: ExperimentResults,
    judged: readonly JudgedOutcome[],
  ): Promise<void> {
    await this.database.forWorkspace(workspaceId, (tx) =>
      tx.query('UPDATE experiment SET results = $3, judged = $4 WHERE workspace_id = $1 AND id = $2', [
        workspaceId,
        id,
        JSON.stringify(results),
        JSON.stringify(judged),
      ]),
    );
  }

  /** Some experiments whose arms have all ended, and whose judge waits for that. */
  findUnjudged(limit: number): Promise<Unjudged[]> {
    return this.database.system<Unjudged>(
      `SELECT workspace_id AS "workspaceId", id FROM experiment
       WHERE judging = 'WAITING' AND NOT EXISTS (
         SELECT FROM batch
         WHERE batch.workspace_id = experiment.workspace_id AND experiment_id = experiment.id AND completed_at IS NULL
       ) LIMIT $1`,
      [limit],
    );
  }

  /** Cancels a judge that waits. */
  async cancelJudge(experiment: Unjudged): Promise<void> {
    await this.database.forWorkspace(experiment.workspaceId, (tx) =>
      this.endWaiting(tx, experiment, 'CANCELLED'),
    );
  }

  /** Ends the waiting of a judge, because it begins or is cancelled; false when it did not wait any more. */
  async endWaiting(
    tx: Transaction,
    { workspaceId, id }: Unjudged,
    as: 'BEGUN' | 'CANCELLED',
  ): Promise<boolean> {
    const [, count] = await tx.query<[unknown[], number]>(
      `UPDATE experiment SET judging = $3 WHERE workspace_id = $1 AND id = $2 AND judging = 'WAITING'`,
      [workspaceId, id, as],
    );
    return count > 0;
  }
}

/** With the times of its batches, which come as JSON. */
function revived(row: ExperimentRow): ExperimentRow {
  const batches = row.batches.map((batch) => ({
    ...batch,
    createdAt: new Date(batch.createdAt),
    completedAt: batch.completedAt && new Date(batch.completedAt),
  }));
  return { ...row, batches };
}
