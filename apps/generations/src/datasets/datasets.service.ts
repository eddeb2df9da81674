// Reads datasets, and deletes them.
import { Injectable } from '@nestjs/common';
import { AppError, isUuid, type Dataset } from '#contracts';
import { Database } from '#platform/database';
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

  /** Deletes a dataset. Errors: NotFound. */
  async delete(workspaceId: string, id: string): Promise<void> {
    const isDeleted =
      isUuid(id) &&
      (await this.database.forWorkspace(workspaceId, (tx) => this.store.delete(tx, { workspaceId, id })));
    if (!isDeleted) throw new AppError('NotFound');
  }
}
