// Gives the products that a batch is for: those of the catalogue as they are now, or those of a dataset as they were.
import { Injectable } from '@nestjs/common';
import type { SourceProduct } from '#contracts';
import type { BatchTask } from '../batch-record/index.ts';
import { DatasetsService } from '../datasets/index.ts';
import { ChosenProductsService } from '../products/index.ts';

@Injectable()
export class BatchSourcesService {
  constructor(
    private readonly products: ChosenProductsService,
    private readonly datasets: DatasetsService,
  ) {}

  /** The first of the products, as many as come at once; undefined for those that are not there. Errors: those of `Bus.request`. */
  find(
    { workspaceId, datasetId }: BatchTask,
    ids: readonly string[],
  ): Promise<Map<string, SourceProduct | undefined>> {
    return datasetId === null
      ? this.products.find(workspaceId, ids)
      : this.datasets.products(workspaceId, datasetId, ids);
  }
}
