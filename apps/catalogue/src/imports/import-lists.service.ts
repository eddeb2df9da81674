// Lists imports, their items, and what became of them over time.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  holderOf,
  isUuid,
  type ImportPoint,
  type InputOf,
  type listImportStatistics,
} from '#contracts';
import { ComputedAnswers } from '#platform/database';
import { ImportListsStore, type ImportsQuery, type ItemsQuery } from './import-lists.store.ts';

@Injectable()
export class ImportListsService {
  constructor(
    private readonly lists: ImportListsStore,
    private readonly computed: ComputedAnswers,
  ) {}

  /** One page of the imports of a workspace, newest first, as the JSON of an ImportList. Error: InvalidNextToken. */
  imports(query: ImportsQuery): Promise<string> {
    return this.lists.imports(query);
  }

  /** One page of the items of an import, as the JSON of an ImportItemList. Errors: NotFound, InvalidNextToken. */
  async items(query: ItemsQuery): Promise<string> {
    const { workspaceId, importId } = query;
    if (!isUuid(importId) || !(await this.lists.has(workspaceId, importId)))
      throw new AppError('NotFound', { target: 'id' });
    return this.lists.items(query);
  }

  /**
   * What became of the items of the workspace's imports: one point for each interval, or each error code in it. Error:
   * TooManyRequests.
   */
  statistics(input: InputOf<typeof listImportStatistics>): Promise<ImportPoint[]> {
    return this.computed.within(holderOf(input.actor), () => this.lists.statistics(input));
  }
}
