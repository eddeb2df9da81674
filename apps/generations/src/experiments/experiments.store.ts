// Reads and writes the table experiment, with the batches that are its arms.
import { Injectable } from '@nestjs/common';
import { isUuid, type ExperimentResults } from '#contracts';
import { Database, selectListWithout, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import { ARMS } from '../batch-record/index.ts';
import { ExperimentEntity } from './experiments.entity.ts';
import { toExperiment, type ExperimentRow } from './experiments.rules.ts';

const SHOWN = `${selectListWithout(ExperimentEntity, ['workspaceId'])}, ${ARMS} AS batches`;

// SQL, because an experiment is read with its batches, and the type of its JSON is too deep for a repository.
@Injectable()
export class ExperimentsStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
  ) {}

  /** One page, newest first, as the JSON of an ExperimentList. Errors: InvalidNextToken. */
  page(query: PageQuery): Promise<string> {
    const toJson = (row: ExperimentRow) => JSON.stringify(toExperiment({ ...revived(row), results: null }));
    return this.pages.read<ExperimentRow>(
      { noun: 'experiments', table: 'experiment', columns: SHOWN, toJson, filters: {} },
      query,
    );
  }

  /** Finds an experiment; undefined when the id is malformed or unknown in the workspace. */
  async find(workspaceId: string, id: string): Promise<ExperimentRow | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT ${SHOWN} FROM experiment WHERE workspace_id = bound.workspace_id AND id = $2`;
    const [row] = await this.database.read<ExperimentRow>(workspaceId, sql, [id]);
    return row && revived(row);
  }

  /** Adds an experiment. */
  async insert(tx: Transaction, row: Omit<ExperimentEntity, 'results' | 'createdAt'>): Promise<void> {
    const { workspaceId, id, datasetId, applicationId, arms, repeats, maxCostMicros, minimum } = row;
    await tx.query(
      `INSERT INTO experiment
         (workspace_id, id, dataset_id, application_id, arms, repeats, max_cost_micros, minimum)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        workspaceId,
        id,
        datasetId,
        applicationId,
        JSON.stringify(arms),
        repeats,
        maxCostMicros,
        minimum && JSON.stringify(minimum),
      ],
    );
  }

  /** Keeps results. They are the same whoever computes them. */
  async keepResults(workspaceId: string, id: string, results: ExperimentResults): Promise<void> {
    await this.database.forWorkspace(workspaceId, (tx) =>
      tx.query('UPDATE experiment SET results = $3 WHERE workspace_id = $1 AND id = $2', [
        workspaceId,
        id,
        JSON.stringify(results),
      ]),
    );
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
