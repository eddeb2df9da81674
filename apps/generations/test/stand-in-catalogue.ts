// The stand-in for the catalogue, over the real bus: its products, and a bad day where a test wants one.
import { isDeepStrictEqual } from 'node:util';
import { Controller, Module } from '@nestjs/common';
import {
  AppError,
  chooseProducts,
  editProduct,
  findProduct,
  findProducts,
  type Actor,
  type AnswerOf,
  type InputOf,
  type Product,
  type SourceProduct,
} from '#contracts';
import { newId } from '#platform/context';
import { versionMismatch } from '#platform/errors';
import { OnRequest } from '#platform/messaging';

let held = Promise.withResolvers<void>();
held.resolve();

/** State of the stand-in catalogue. */
export const catalogue = {
  /** By `workspaceId/productId`. */
  products: new Map<string, Product>(),
  /** Hashes of their facts, by the same keys. */
  sourceHashes: new Map<string, string>(),
  /** Number of requests that the catalogue has answered. */
  requests: 0,
  /** When set, the answer to every request. */
  error: undefined as AppError | undefined,
  /** The last choice that was asked for. */
  choice: undefined as InputOf<typeof chooseProducts> | undefined,
  /** The last products that were asked for by their ids. */
  lookup: undefined as InputOf<typeof findProducts> | undefined,
  /** The versions that edits made, by their keys. */
  edits: new Map<string, number>(),
  /** What happens before an edit is made, and what after it, before the answer. */
  onEdit: {} as { before?: () => void | Promise<void>; after?: () => void | Promise<void> },
  /** Keeps answers about products back until `release`. */
  holdAnswers(): void {
    held = Promise.withResolvers<void>();
  },
  release(): void {
    held.resolve();
  },
};

/** A product as the stand-in catalogue has it now. */
export function presentProduct({ workspaceId }: Actor, id: string): Product | undefined {
  return catalogue.products.get(`${workspaceId}/${id}`);
}

/** The hash of the facts that a product has had since a version. */
export const sourceHashOf = (version: number): string => `facts of version ${version}`;

/**
 * A product that the actor's workspace has in the stand-in catalogue. Each version has other facts, unless those of an earlier
 * one are named.
 */
export function productFor(
  { workspaceId }: Actor,
  more: Partial<Product> = {},
  factsOf = more.version ?? 1,
): Product {
  const product: Product = {
    id: newId(),
    version: 1,
    genre: 'Retailer',
    asin: 'B000000001',
    marketplace: 'DE',
    title: 'Eichenbrett, 40 cm',
    brand: 'Fenwick',
    description: '',
    specification: '',
    feature: '',
    mainImage: '',
    link: '',
    features: ['Aus einem Stück'],
    createdAt: 1,
    updatedAt: 2,
    ...more,
  };
  catalogue.products.set(`${workspaceId}/${product.id}`, product);
  catalogue.sourceHashes.set(`${workspaceId}/${product.id}`, sourceHashOf(factsOf));
  return product;
}

@Controller()
class StandInCatalogueController {
  @OnRequest(findProduct)
  async find(product: { workspaceId: string; id: string }): Promise<SourceProduct> {
    catalogue.requests += 1;
    await held.promise;
    return this.present(product);
  }

  private present(named: { workspaceId: string; id: string }): SourceProduct {
    if (catalogue.error) throw catalogue.error;
    const product = this.known(named);
    if (!product) throw new AppError('NotFound');
    return product;
  }

  private known({ workspaceId, id }: { workspaceId: string; id: string }): SourceProduct | undefined {
    const key = `${workspaceId}/${id}`;
    const product = catalogue.products.get(key);
    return product && { ...product, sourceHash: catalogue.sourceHashes.get(key) ?? '' };
  }

  @OnRequest(chooseProducts)
  async choose(choice: InputOf<typeof chooseProducts>): Promise<AnswerOf<typeof chooseProducts>> {
    catalogue.choice = choice;
    await held.promise;
    if (catalogue.error) throw catalogue.error;
    const { workspaceId, from, most } = choice;
    const own = [...catalogue.products.keys()].flatMap((key) => {
      const [workspace, id = ''] = key.split('/');
      return workspace === workspaceId ? [id] : [];
    });
    if ('filter' in from) return { ids: own.reverse().slice(0, most), unknown: [] };
    const asked = [...new Set(from.ids)];
    return {
      ids: asked.filter((id) => own.includes(id)),
      unknown: asked.filter((id) => !own.includes(id)),
    };
  }

  /** Answers to a part of the ids, as the catalogue does where products are large. */
  @OnRequest(findProducts)
  async findMany(lookup: InputOf<typeof findProducts>): Promise<AnswerOf<typeof findProducts>> {
    catalogue.lookup = lookup;
    await held.promise;
    if (catalogue.error) throw catalogue.error;
    const { workspaceId, ids } = lookup;
    const some = ids.slice(0, 7);
    const products = some.flatMap((id) => this.known({ workspaceId, id }) ?? []);
    return { products, looked: some.length };
  }

  @OnRequest(editProduct)
  async edit({ workspaceId, id, ifVersion, key, body }: InputOf<typeof editProduct>) {
    await catalogue.onEdit.before?.();
    if (!catalogue.edits.has(key)) {
      const { sourceHash: _sourceHash, ...product } = this.present({ workspaceId, id });
      const { version = 1 } = product;
      if (ifVersion !== undefined && ifVersion !== version) throw versionMismatch(version);
      const edited = { ...product, ...body };
      const next = isDeepStrictEqual(edited, product) ? version : version + 1;
      catalogue.products.set(`${workspaceId}/${id}`, { ...edited, version: next } as Product);
      catalogue.edits.set(key, next);
    }
    await catalogue.onEdit.after?.();
    return { version: catalogue.edits.get(key) ?? 0 };
  }
}

@Module({ controllers: [StandInCatalogueController] })
export class StandInCatalogueModule {}
