// Chooses the products of batches, and hands out what is in them.
import { Injectable } from '@nestjs/common';
import {
  isUuid,
  type AnswerOf,
  type chooseProducts,
  type findProducts,
  type InputOf,
  type SourceProduct,
} from '#contracts';
import { ProductChoicesStore } from './product-choices.store.ts';
import { ProductCountsService } from './product-counts.service.ts';

/** Most bytes of JSON in an answer with products, so that it fits through the bus. */
const ANSWER_BYTES = 800_000;

@Injectable()
export class ProductChoicesService {
  constructor(
    private readonly store: ProductChoicesStore,
    private readonly counts: ProductCountsService,
  ) {}

  /** Chooses products of a workspace by their ids or as a list has them. */
  async choose(input: InputOf<typeof chooseProducts>): Promise<AnswerOf<typeof chooseProducts>> {
    const { workspaceId, from, notEditedByPerson, withoutAccepted, most } = input;
    const wanted = { notEditedByPerson, withoutAccepted };
    if ('filter' in from) {
      const ids = await this.counts.ids(input, from.filter, wanted, most);
      return { ids, unknown: [] };
    }
    const asked = [...new Set(from.ids)];
    const known = await this.store.findIds(workspaceId, asked.filter(isUuid), wanted);
    const ids = asked.filter((id) => known.get(id));
    return { ids: ids.slice(0, most), unknown: asked.filter((id) => !known.has(id)) };
  }

  /**
   * The products with the first ids, as many as fit into one answer; those that do not exist are left out. Error:
   * TooManyRequests.
   */
  async find({ ids, ...of }: InputOf<typeof findProducts>): Promise<AnswerOf<typeof findProducts>> {
    const found = await this.store.find(of, ids, ANSWER_BYTES);
    const products: SourceProduct[] = [];
    let looked = 0;
    let bytes = 0;
    for (const id of ids) {
      const json = found.get(id);
      if (json === null) break;
      bytes += json === undefined ? 0 : Buffer.byteLength(json);
      if (looked > 0 && bytes > ANSWER_BYTES) break;
      if (json !== undefined) products.push(JSON.parse(json) as SourceProduct);
      looked += 1;
    }
    return { products, looked };
  }
}
