// Reads datasets, and deletes them.
import { Injectable } from '@nestjs/common';
import { AppError, isUuid, type Dataset, type SourceProduct } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import type { PageQuery } from '#platform/paging';
import { toDataset } from './datasets.rules.ts';
import { DatasetsStore } from './datasets.store.ts';

@Injectable()
export class DatasetsService {
  constructor(
    private readonly database: Database,
    private readonly store: DatasetsStore,
  ) {}

  /** One page, newest first, as the JSON of a DatasetList. Errors: InvalidNextToken. */
  list(query: PageQuery): Promise<string> {
    return this.store.page(query);
  }

  /** A dataset of the workspace. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<Dataset> {
    const row = await this.store.find(workspaceId, id);
    if (!row) throw new AppError('NotFound');
    return toDataset(row);
  }

  /** One page of the cases of a dataset, as the JSON of a CaseList. Errors: NotFound, InvalidNextToken. */
  async cases(id: string, query: PageQuery): Promise<string> {
    await this.get(query.workspaceId, id);
    return this.store.casePage(id, query);
  }

  /** Products of a dataset as they were when it was made, as DatasetsStore.products gives them. */
  products(
    workspaceId: string,
    id: string,
    productIds: readonly string[],
  ): Promise<Map<string, SourceProduct | undefined>> {
    return this.store.products(workspaceId, id, productIds);
  }

  /** Some products of a dataset, at most `count`. */
  sample(workspaceId: string, id: string, count: number): Promise<SourceProduct[]> {
    return this.store.sample(workspaceId, id, count);
  }

  /** Keeps a dataset until the end of the transaction, and returns the ids of its products. Errors: UnknownReference. */
  async keep(tx: Transaction, workspaceId: string, id: string): Promise<string[]> {
    const ids = isUuid(id) ? await this.store.lockCases(tx, { workspaceId, id }) : [];
    if (ids.length === 0) throw new AppError('UnknownReference', { target: 'datasetId' });
    return ids;
  }

  /** Deletes a dataset. Errors: NotFound, InvalidState while an experiment is running on it. */
  async delete(workspaceId: string, id: string): Promise<void> {
    await this.get(workspaceId, id);
    await this.database.forWorkspace(workspaceId, async (tx) => {
      if (!(await this.store.delete(tx, { workspaceId, id }))) throw new AppError('NotFound');
      if (await this.store.isInUse(tx, { workspaceId, id }))
        throw new AppError('InvalidState', {
          message: 'An experiment is running on this dataset. Cancel the experiment first.',
        });
    });
  }
}
