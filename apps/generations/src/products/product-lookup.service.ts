// Gives products of a workspace to whoever names one.
import { Injectable } from '@nestjs/common';
import { AppError, isUuid, type SourceProduct } from '#contracts';
import { groupedBy } from '#platform/resilience';
import { ProductChoicesClient } from './product-choices.client.ts';
import { ProductsClient } from './products.client.ts';

/** A product that somebody names. */
interface Named {
  workspaceId: string;
  id: string;
}

@Injectable()
export class ProductLookupService {
  /** Gain: 3 % of a generation. */
  private readonly findTogether = groupedBy(
    ({ workspaceId }: Named) => workspaceId,
    (named) => this.findAll(named),
  );

  constructor(
    private readonly client: ProductsClient,
    private readonly choices: ProductChoicesClient,
  ) {}

  /** A product; undefined when the workspace has none with that id. Errors: those of `Bus.request`. */
  async find(workspaceId: string, id: string): Promise<SourceProduct | undefined> {
    return isUuid(id) ? this.findTogether({ workspaceId, id: id.toLowerCase() }) : undefined;
  }

  /** A product that must be there. Errors: UnknownReference with this target, those of `Bus.request`. */
  async get(workspaceId: string, id: string, target: string): Promise<SourceProduct> {
    const found = await this.find(workspaceId, id);
    if (found) return found;
    throw new AppError('UnknownReference', { target });
  }

  /**
   * Products of one workspace. Large ones do not fit into one answer: those that are left come with the next. They are so few
   * that they take none of the holder's places in the catalogue.
   */
  private async findAll(named: readonly Named[]): Promise<(SourceProduct | undefined)[]> {
    const { workspaceId, id: first } = named[0]!;
    if (named.length === 1) return [await this.client.find(workspaceId, first)];
    const found = new Map<string, SourceProduct | undefined>();
    const left = new Set(named.map(({ id }) => id));
    while (left.size > 0)
      for (const [id, product] of await this.choices.find({ workspaceId }, [...left])) {
        found.set(id, product);
        left.delete(id);
      }
    return named.map(({ id }) => found.get(id));
  }
}
