// Chooses the products that a person names by ids or by a filter, and gives many products at once.
import { Injectable } from '@nestjs/common';
import { AppError, type Actor, type BatchProducts, type SourceProduct } from '#contracts';
import { invalidArgument } from '#platform/errors';
import { ProductChoicesClient, type ProductChoice } from './product-choices.client.ts';

/** Most unknown ids that an error lists. */
const MAX_DETAILS = 20;

/** What is chosen from, and how many products may be chosen at most. */
type Choice = Omit<ProductChoice, 'from' | 'most'> & { products: BatchProducts; most: number };

@Injectable()
export class ChosenProductsService {
  constructor(private readonly client: ProductChoicesClient) {}

  /**
   * The ids of the products, each once. Errors: UnknownReference for ids that are not there, InvalidArgument when there are
   * none, or more than `most` and the request does not say how many of them; those of `Bus.request`.
   */
  async choose({ products: { ids = [], filter, first }, most, ...how }: Choice): Promise<string[]> {
    if (first !== undefined && first > most) throw tooMany(most);
    const from = filter ? { filter } : { ids };
    // One more than may be, which tells that there are too many.
    const chosen = await this.client.choose({ ...how, from, most: first ?? most + 1 });
    if (chosen.unknown.length > 0) throw unknownProducts(ids, new Set(chosen.unknown));
    if (chosen.ids.length === 0)
      throw invalidArgument([
        { path: ['products'], message: 'No product fits. Choose others, or skip fewer.' },
      ]);
    if (chosen.ids.length > most) throw tooMany(most);
    return chosen.ids;
  }

  /** As ProductChoicesClient.find. */
  find(
    of: Pick<Actor, 'workspaceId' | 'holderId'>,
    ids: readonly string[],
  ): Promise<Map<string, SourceProduct | undefined>> {
    return this.client.find(of, ids);
  }
}

function tooMany(most: number): AppError {
  const message = `These are more than ${most} products. Say in \`first\` how many of them to take, at most ${most}.`;
  return invalidArgument([{ path: ['products', 'first'], message }]);
}

function unknownProducts(ids: readonly string[], unknown: ReadonlySet<string>): AppError {
  const details = ids.flatMap((id, i) => {
    if (!unknown.has(id)) return [];
    const message = 'There is no such product in the workspace.';
    return [{ code: 'UnknownReference', message, target: `products.ids[${i}]` }];
  });
  return new AppError('UnknownReference', {
    target: details[0]?.target ?? 'products.ids',
    details: details.slice(0, MAX_DETAILS),
  });
}
