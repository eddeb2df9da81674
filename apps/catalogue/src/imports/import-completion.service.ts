// Completes imports: stores what a marketplace call returned, resolves the items that wait for it, ends imports.
import { Injectable } from '@nestjs/common';
import { importCompleted, type FetchOutcome, type ImportStatus, type Marketplace } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { resolvedItems } from '../metrics.ts';
import { ProductsService } from '../products/products.service.ts';
import type { ImportKey } from './imports.entity.ts';
import { importStatusOf } from './imports.rules.ts';
import { ImportsStore, type ItemResolution, type ResolvedItem } from './imports.store.ts';

/** Most bytes of the JSON of one product, so that it always fits through the bus. */
const MAX_PRODUCT_BYTES = 256 * 1024;

@Injectable()
export class ImportCompletionService {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsStore,
    private readonly products: ProductsService,
    private readonly outbox: Outbox,
  ) {}

  /** Stores found products in each workspace that waits for them, and resolves the items of its imports. */
  async applyResults(
    tx: Transaction,
    marketplace: Marketplace,
    outcomes: readonly FetchOutcome[],
  ): Promise<void> {
    const byAsin = new Map(outcomes.map((outcome) => [outcome.asin, limitSize(outcome)]));
    const waiting = await this.imports.waitingFor(tx, marketplace, [...byAsin.keys()]);
    const found = waiting.flatMap(({ workspaceId, asin }) => {
      const outcome = byAsin.get(asin);
      return outcome?.outcome === 'found' ? [{ workspaceId, asin, content: outcome.product }] : [];
    });
    const stored = await this.products.storeImported(tx, marketplace, found);
    const idOf = new Map(stored.map((product) => [`${product.workspaceId} ${product.asin}`, product.id]));
    const resolutions = waiting.map(({ workspaceId, asin }): ItemResolution => {
      const outcome = byAsin.get(asin);
      const errorCode = outcome?.outcome === 'failed' ? outcome.errorCode : null;
      return { workspaceId, asin, errorCode, productId: idOf.get(`${workspaceId} ${asin}`) ?? null };
    });
    const items = await this.imports.resolveItems(tx, marketplace, resolutions);
    this.countResolved(tx, items);
    const keys = items.map(({ workspaceId, importId }): [string, ImportKey] => [
      importId,
      { workspaceId, id: importId },
    ]);
    await this.endFinished(tx, [...new Map(keys).values()]);
  }

  /**
   * Ends those of the imports that wait for nothing more, once each. The imports are locked before their items are
   * counted: of two transactions that resolve the last two items, the later one sees both.
   */
  async endFinished(tx: Transaction, imports: readonly ImportKey[]): Promise<void> {
    await this.imports.lockRunning(tx, imports);
    const progress = await this.imports.progressOf(tx, imports);
    const ended = progress
      .map((counts) => ({ ...counts, status: importStatusOf(counts) }))
      .filter((counts) => counts.status !== 'RUNNING');
    if (ended.length === 0) return;
    await this.imports.end(tx, ended);
    const events = ended.map(({ id, workspaceId, status, success, failure }) => ({
      subject: id,
      data: {
        workspaceId,
        importId: id,
        status: status as Exclude<ImportStatus, 'RUNNING'>,
        counts: { total: success + failure, success, failure },
      },
    }));
    await this.outbox.events(tx, importCompleted, events);
  }

  /** Running imports past their deadline, at most `limit`. */
  findExpired(tx: Transaction, limit: number): Promise<ImportKey[]> {
    return this.imports.findExpired(tx, limit);
  }

  /** Fails the items of these imports that are still importing, and ends the imports. */
  async endExpired(tx: Transaction, imports: readonly ImportKey[]): Promise<void> {
    this.countResolved(tx, await this.imports.failImporting(tx, imports));
    await this.endFinished(tx, imports);
  }

  /** Adds resolved items to the metric when the transaction is committed. */
  countResolved(tx: Transaction, items: readonly Pick<ResolvedItem, 'marketplace' | 'errorCode'>[]): void {
    this.database.afterCommit(tx, () => {
      for (const { marketplace, errorCode } of items)
        resolvedItems.inc({ marketplace, outcome: errorCode ?? 'success' });
    });
  }
}

/** A product that is too large for the bus counts as rejected. */
function limitSize(outcome: FetchOutcome): FetchOutcome {
  if (outcome.outcome === 'failed') return outcome;
  const bytes = Buffer.byteLength(JSON.stringify(outcome.product));
  if (bytes <= MAX_PRODUCT_BYTES) return outcome;
  return { asin: outcome.asin, outcome: 'failed', errorCode: 'SourceRejected' };
}
