// Gives what the members of a batch are about: products of the catalogue as they are now, those of a dataset as they were, or
// the texts that a judge compares.
import { Injectable } from '@nestjs/common';
import { JUDGEMENT, type SourceProduct } from '#contracts';
import type { BatchTask } from '../batch-record/index.ts';
import { DatasetsService } from '../datasets/index.ts';
import { JudgementsService, type TextPair } from '../judging/index.ts';
import { ChosenProductsService } from '../products/index.ts';

/** What members are about. */
export interface BatchSources {
  /** The products of the first ids, as many as come in one answer; undefined for those that are not there. */
  products: ReadonlyMap<string, SourceProduct | undefined>;
  /** The texts to judge, by product; absent for a batch that writes. */
  pairs?: ReadonlyMap<string, TextPair>;
}

@Injectable()
export class BatchSourcesService {
  constructor(
    private readonly products: ChosenProductsService,
    private readonly datasets: DatasetsService,
    private readonly judgements: JudgementsService,
  ) {}

  /** Finds what members of a batch are about; `ids` are those of their products or cases. Errors: those of `Bus.request`. */
  async find(batch: BatchTask, ids: readonly string[]): Promise<BatchSources> {
    const { workspaceId, applicationId, inputs, datasetId } = batch;
    if (applicationId === JUDGEMENT) {
      const pairs = await this.judgements.texts(workspaceId, inputs, ids);
      return { pairs, products: new Map(ids.map((id) => [id, productOf(pairs.get(id))])) };
    }
    const products = await (datasetId === null
      ? this.products.find(batch, ids)
      : this.datasets.products(workspaceId, datasetId, ids));
    return { products };
  }
}

/** No hash: a judgement never becomes stale. */
function productOf(pair: TextPair | undefined): SourceProduct | undefined {
  return pair && { ...pair.product, sourceHash: '' };
}
