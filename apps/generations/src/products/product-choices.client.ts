// Asks the catalogue which products a batch or a dataset is for, and for these products.
import { Injectable } from '@nestjs/common';
import {
  chooseProducts,
  findProducts,
  type Actor,
  type AnswerOf,
  type InputOf,
  type SourceProduct,
} from '#contracts';
import { Bus } from '#platform/messaging';

/** What the catalogue chooses from, and how. */
export type ProductChoice = InputOf<typeof chooseProducts>;
/** The ids that the catalogue has chosen. */
export type ChosenProducts = AnswerOf<typeof chooseProducts>;

@Injectable()
export class ProductChoicesClient {
  constructor(private readonly bus: Bus) {}

  /** Chooses products of a workspace. Errors: those of `Bus.request`. */
  choose(choice: ProductChoice): Promise<ChosenProducts> {
    return this.bus.request(chooseProducts, choice);
  }

  /**
   * The products with the first ids, as many as fit into one answer; undefined for those that are no longer there. Errors:
   * those of `Bus.request`.
   */
  async find(
    { workspaceId, holderId }: Pick<Actor, 'workspaceId' | 'holderId'>,
    ids: readonly string[],
  ): Promise<Map<string, SourceProduct | undefined>> {
    const { products, looked } = await this.bus.request(findProducts, {
      workspaceId,
      holderId,
      ids: [...ids],
    });
    const byId = new Map(products.map((product) => [product.id, product]));
    return new Map(ids.slice(0, looked).map((id) => [id, byId.get(id)]));
  }
}
