// Settling products: what a marketplace call found goes into every workspace that waits for it.
import { Injectable } from '@nestjs/common';
import { productCreated, productUpdated, type Marketplace, type FetchOutcome } from '#contracts';
import { newId } from '#platform/context';
import type { Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { contentHash } from '#platform/crypto';
import { ImportCompletionService } from '../imports/import-completion.service.ts';
import { ImportsStore, type Settled } from '../imports/imports.store.ts';
import { ProductsStore, type FoundProduct, type StoredProduct } from '../products/products.store.ts';

/** Largest JSON of one product, in bytes, so that it always fits through the bus. */
const MAX_PRODUCT_BYTES = 256 * 1024;

/** Settles products. */
@Injectable()
export class FetchResultsService {
  constructor(
    private readonly products: ProductsStore,
    private readonly imports: ImportsStore,
    private readonly endings: ImportCompletionService,
    private readonly outbox: Outbox,
  ) {}

  /** Stores what was found, settles every import item that waits for it, ends imports that are complete. */
  async settle(tx: Transaction, marketplace: Marketplace, outcomes: readonly FetchOutcome[]): Promise<void> {
    const byAsin = new Map(outcomes.map((outcome) => [outcome.asin, sized(outcome)]));
    const waiting = await this.imports.waiting(tx, marketplace, [...byAsin.keys()]);
    const found = waiting.flatMap(({ workspaceId, asin }) => foundProduct(workspaceId, byAsin.get(asin)));
    const stored = await this.products.upsertImported(tx, marketplace, found);
    const idOf = new Map(stored.map((product) => [`${product.workspaceId} ${product.asin}`, product.id]));
    const settled = waiting.map(({ workspaceId, asin }): Settled => {
      const outcome = byAsin.get(asin);
      const errorCode = outcome?.outcome === 'failed' ? outcome.errorCode : null;
      return { workspaceId, asin, errorCode, productId: idOf.get(`${workspaceId} ${asin}`) ?? null };
    });
    await this.announce(tx, stored);
    const items = await this.imports.settle(tx, marketplace, settled);
    this.endings.count(tx, items);
    await this.endings.endFinished(tx, [...new Set(items.map((item) => item.importId))]);
  }

  private async announce(tx: Transaction, stored: readonly StoredProduct[]): Promise<void> {
    const facts = (change: StoredProduct['change']) =>
      stored
        .filter((product) => product.change === change)
        .map(({ id, workspaceId, version }) => ({
          subject: id,
          data: { workspaceId, productId: id, version },
        }));
    await this.outbox.events(tx, productCreated, facts('created'));
    await this.outbox.events(tx, productUpdated, facts('updated'));
  }
}

function sized(outcome: FetchOutcome): FetchOutcome {
  if (outcome.outcome === 'failed') return outcome;
  const bytes = Buffer.byteLength(JSON.stringify(outcome.product));
  if (bytes <= MAX_PRODUCT_BYTES) return outcome;
  return { asin: outcome.asin, outcome: 'failed', errorCode: 'SourceRejected' };
}

function foundProduct(workspaceId: string, outcome: FetchOutcome | undefined): FoundProduct[] {
  if (outcome?.outcome !== 'found') return [];
  const { asin, product } = outcome;
  const content = JSON.stringify(product);
  return [{ id: newId(), workspaceId, asin, content, contentHash: contentHash(product) }];
}
