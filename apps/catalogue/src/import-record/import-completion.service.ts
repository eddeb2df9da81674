// Completes imports: stores what a marketplace call returned, resolves the items that wait for it, ends imports.
import { Injectable } from '@nestjs/common';
import { MAX_PRODUCT_BYTES, type FetchOutcome, type Marketplace } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Every, WorkLoop } from '#platform/resilience';
import { resolvedItems } from '../metrics.ts';
import { ProductsService } from '../products/index.ts';
import { FetchResultsStore, type StoredResult } from './fetch-results.store.ts';
import { ImportAnnouncementsService } from './import-announcements.service.ts';
import type { ImportKey } from './imports.entity.ts';
import { importStatusOf, type EarlyEnd } from './imports.rules.ts';
import { ImportsStore, type ItemResolution, type ResolvedItem, type WaitingItem } from './imports.store.ts';

/** Most items that the report of a call resolves itself: those of five imports of all its products. */
const MAX_AT_ONCE = 100;

/** Most items of one transaction that hands a result out; the next one has the others. */
const MAX_HANDED_OUT = 500;

/** Most items that one transaction ends by a deadline, or those of one import: a file has up to 10,000 rows. */
const MAX_ENDED = 10_000;

/** Most results that are handed out in one round. Each is one report, of up to 512 KB. */
const MAX_RESULTS = 5;

/** A workspace that waits for a result. */
interface Handout {
  result: StoredResult;
  workspaceId: string;
}

@Injectable()
export class ImportCompletionService {
  /** The result after which the next round begins; undefined for the oldest one. */
  private lastResult: string | undefined;
  private readonly loop = new WorkLoop<Handout>({
    find: () => this.findWaiting(),
    work: (handout) => this.handOutOne(handout),
    atOnce: 1, // the lock of a result lets only one transaction work on it
  });

  constructor(
    private readonly database: Database,
    private readonly imports: ImportsStore,
    private readonly results: FetchResultsStore,
    private readonly products: ProductsService,
    private readonly announcements: ImportAnnouncementsService,
  ) {}

  /**
   * Takes what a marketplace call returned. Where few items wait for it, they are resolved at once, so that an import on
   * its own ends with the report. Otherwise the outcomes are stored once, and `handOut` resolves the items: the worker that
   * reports waits for 3 s only.
   */
  async applyResults(
    tx: Transaction,
    marketplace: Marketplace,
    outcomes: readonly FetchOutcome[],
  ): Promise<void> {
    const limited = outcomes.map(limitSize);
    const asins = outcomes.map(({ asin }) => asin);
    const waiting = await this.imports.lockWaiting(tx, marketplace, asins, MAX_AT_ONCE + 1);
    if (waiting.length > MAX_AT_ONCE) await this.results.insert(tx, marketplace, limited);
    else await this.resolve(tx, marketplace, limited, waiting);
  }

  /**
   * Hands stored results out: to each workspace in a transaction of its own, which resolves only items that are still
   * importing. Whatever ends or fails in between, a result stays until every workspace has been served. Public so that a
   * test need not wait.
   */
  @Every('results of fetches', 1000)
  handOut(): Promise<void> {
    return this.loop.run();
  }

  /**
   * Counts items that a transaction has settled, and ends those of the imports that wait for nothing more, once each. The
   * imports are locked in one order, and after the items.
   */
  async settle(
    tx: Transaction,
    imports: readonly ImportKey[],
    items: readonly ResolvedItem[],
  ): Promise<void> {
    this.countResolved(tx, items);
    this.announcements.changed(tx, imports);
    // A cancel settles all that an import still waits for, so it is the transaction that ends the import.
    const cancelled = new Set(items.flatMap((item) => (item.errorCode === 'Cancelled' ? item.importId : [])));
    const [, progress] = await Promise.all([
      this.imports.lockRunning(tx, imports),
      this.imports.count(tx, imports, items),
    ]);
    const ended = progress.flatMap((counts) => {
      const status = importStatusOf({ ...counts, isCancelled: cancelled.has(counts.id) });
      return status === 'RUNNING' ? [] : [{ ...counts, status }];
    });
    if (ended.length === 0) return;
    await this.imports.end(tx, ended);
    this.announcements.ended(tx, ended);
  }

  /** Running imports past their deadline, at most `limit`, and as many as one transaction can end. */
  findExpired(tx: Transaction, limit: number): Promise<ImportKey[]> {
    return this.imports.findExpired(tx, limit, MAX_ENDED);
  }

  /** Fails the items of these imports that are still importing, and ends the imports. */
  async endEarly(tx: Transaction, imports: readonly ImportKey[], errorCode: EarlyEnd): Promise<void> {
    await this.settle(tx, imports, await this.imports.failImporting(tx, imports, errorCode));
  }

  /** The workspaces that wait for the next results; a result that nobody waits for is removed. */
  private async findWaiting(): Promise<Handout[]> {
    const ids = await this.results.ids(this.lastResult, MAX_RESULTS);
    this.lastResult = ids.length === MAX_RESULTS ? ids.at(-1) : undefined;
    const found: Handout[] = [];
    for (const id of ids) {
      const result = await this.results.find(id);
      const workspaceIds = result ? await this.results.workspacesWaiting(result) : [];
      if (workspaceIds.length === 0) await this.results.remove(id);
      if (result) found.push(...workspaceIds.map((workspaceId) => ({ result, workspaceId })));
    }
    return found;
  }

  /** Serves one workspace, unless another instance works on the result. */
  private handOutOne({ result, workspaceId }: Handout): Promise<boolean> {
    return this.database.asSystem(async (tx) => {
      const waiting = await this.results.lockWaiting(tx, result, workspaceId, MAX_HANDED_OUT);
      if (waiting) await this.resolve(tx, result.marketplace, result.outcomes, waiting);
      return waiting !== undefined;
    });
  }

  /** Stores the found products in the workspaces of locked items, and resolves the items. */
  private async resolve(
    tx: Transaction,
    marketplace: Marketplace,
    outcomes: readonly FetchOutcome[],
    waiting: readonly WaitingItem[],
  ): Promise<void> {
    if (waiting.length === 0) return;
    const byAsin = new Map(outcomes.map((outcome) => [outcome.asin, outcome]));
    const distinct = new Map(waiting.map((item) => [keyOf(item), item])).values();
    const found = [...distinct].flatMap(({ workspaceId, asin }) => {
      const outcome = byAsin.get(asin);
      return outcome?.outcome === 'found' ? [{ workspaceId, asin, content: outcome.product }] : [];
    });
    const stored = await this.products.storeImported(tx, marketplace, found);
    const idOf = new Map(stored.map((product) => [keyOf(product), product.id]));
    const resolutions = waiting.map((item): ItemResolution => {
      const outcome = byAsin.get(item.asin);
      const errorCode = outcome?.outcome === 'failed' ? outcome.errorCode : null;
      return { ...item, errorCode, productId: idOf.get(keyOf(item)) ?? null };
    });
    const items = await this.imports.resolveItems(tx, resolutions);
    const imports = new Map(items.map(({ workspaceId, importId: id }) => [id, { workspaceId, id }]));
    await this.settle(tx, [...imports.values()], items);
  }

  /** Adds resolved items to the metric when the transaction is committed. */
  countResolved(tx: Transaction, items: readonly Pick<ResolvedItem, 'marketplace' | 'errorCode'>[]): void {
    this.database.afterCommit(tx, () => {
      for (const { marketplace, errorCode } of items)
        resolvedItems.inc({ marketplace: marketplace ?? 'none', outcome: errorCode ?? 'success' });
    });
  }
}

const keyOf = ({ workspaceId, asin }: Pick<WaitingItem, 'workspaceId' | 'asin'>): string =>
  `${workspaceId} ${asin}`;

/** A product that is too large for the bus counts as rejected. */
function limitSize(outcome: FetchOutcome): FetchOutcome {
  if (outcome.outcome === 'failed') return outcome;
  const bytes = Buffer.byteLength(JSON.stringify(outcome.product));
  if (bytes <= MAX_PRODUCT_BYTES) return outcome;
  return { asin: outcome.asin, outcome: 'failed', errorCode: 'SourceRejected' };
}
