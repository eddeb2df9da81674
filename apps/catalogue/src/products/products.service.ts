// Reads single products as ready JSON, and stores imported ones.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  isUuid,
  productCreated,
  productUpdated,
  type ImportedProduct,
  type LimitedWorkspace,
  type Marketplace,
  type SourceProduct,
} from '#contracts';
import { newId } from '#platform/context';
import { contentHash } from '#platform/crypto';
import type { Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { ProductQuotaService, type ProductRoom } from './product-quota.service.ts';
import { ProductsStore, updateOf, type StoredProduct } from './products.store.ts';

@Injectable()
export class ProductsService {
  constructor(
    private readonly products: ProductsStore,
    private readonly outbox: Outbox,
    private readonly quota: ProductQuotaService,
  ) {}

  /** The room that a workspace has for the products of an import. `target` is the part of the request that names them, if one does. */
  roomOf(limited: LimitedWorkspace, target?: string): Promise<ProductRoom> {
    return this.quota.roomOf(limited, target);
  }

  /** How many products an import of these ASINs adds to a workspace: those of which it has none. */
  async countNew(
    tx: Transaction,
    workspaceId: string,
    marketplace: Marketplace,
    asins: readonly string[],
  ): Promise<number> {
    if (asins.length === 0) return 0;
    return asins.length - (await this.products.countKnown(tx, workspaceId, marketplace, asins));
  }

  /** One product as JSON, with the marketplace's values of its edited fields. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<string> {
    return found(isUuid(id) ? await this.products.findDetailed(workspaceId, id) : undefined);
  }

  /** One product as it is in a list, without its texts. Errors: NotFound. */
  async find(workspaceId: string, id: string): Promise<SourceProduct> {
    return JSON.parse(
      found(isUuid(id) ? await this.products.find(workspaceId, id) : undefined),
    ) as SourceProduct;
  }

  /** The ASINs whose products need not be fetched again, with the ids of the products. */
  freshIds(
    tx: Transaction,
    workspaceId: string,
    marketplace: Marketplace,
    asins: readonly string[],
  ): Promise<Map<string, string>> {
    return this.products.freshIds(tx, workspaceId, marketplace, asins);
  }

  /** Stores products that a marketplace call found for workspaces, and announces those that are new or have changed. */
  async storeImported(
    tx: Transaction,
    marketplace: Marketplace,
    found: readonly { workspaceId: string; asin: string; content: ImportedProduct }[],
  ): Promise<StoredProduct[]> {
    const rows = found.map(({ workspaceId, asin, content }) => ({
      id: newId(),
      workspaceId,
      asin,
      content: JSON.stringify(content),
      contentHash: contentHash(content),
    }));
    const stored = await this.products.upsertImported(tx, marketplace, rows);
    const having = (change: StoredProduct['change']) => stored.filter((product) => product.change === change);
    this.outbox.events(
      tx,
      productCreated,
      having('created').map(({ id, workspaceId, version }) => ({
        subject: id,
        data: { workspaceId, productId: id, version },
      })),
    );
    this.outbox.events(tx, productUpdated, having('updated').map(updateOf));
    return stored;
  }
}

function found(json: string | undefined): string {
  if (json === undefined) throw new AppError('NotFound', { target: 'id' });
  return json;
}
