// Completes imports: stores what a marketplace call returned, resolves the items that wait for it, ends imports.
import { Injectable } from '@nestjs/common';
import { MAX_PRODUCT_BYTES, type FetchOutcome, type Marketplace } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Every, runAll } from '#platform/resilience';
import { resolvedItems } from '../metrics.ts';
import { ProductsService } from '../products/index.ts';
import { FetchResultsStore } from './fetch-results.store.ts';
import { ImportAnnouncementsService } from './import-announcements.service.ts';
import type { ImportKey } from './imports.entity.ts';
import { importStatusOf, type EarlyEnd } from './imports.rules.ts';
import { ImportsStore, type ItemResolution, type ResolvedItem, type WaitingItem } from './imports.store.ts';

/** Most items that the report of a call resolves itself: those of five imports of all its products. */
const MAX_AT_ONCE = 100;
/** Longest round of handing results out, in milliseconds: a task that runs for a minute counts as stuck. */
const ROUND_MS = 20_000;

@Injectable()
export class ImportCompletionService {
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
  async handOut(): Promise<void> {
    const ids = await this.results.ids();
    const endsAt = performance.now() + ROUND_MS;
    await runAll(...ids.map((id) => () => this.handOutOne(id, endsAt)));
  }

  /**
   * Ends those of the imports that wait for nothing more, once each. The imports are locked before their items are
   * counted: of two transactions that resolve the last two items, the later one sees both.
   */
  async endFinished(tx: Transaction, imports: readonly ImportKey[]): Promise<void> {
    this.announcements.changed(tx, imports);
    await this.imports.lockRunning(tx, imports);
    const progress = await this.imports.progressOf(tx, imports);
    const ended = progress.flatMap((counts) => {
      const status = importStatusOf(counts);
      return status === 'RUNNING' ? [] : [{ ...counts, status }];
    });
    if (ended.length === 0) return;
    await this.imports.end(tx, ended);
    await this.announcements.ended(tx, ended);
  }

  /** Running imports past their deadline, at most `limit`. */
  findExpired(tx: Transaction, limit: number): Promise<ImportKey[]> {
    return this.imports.findExpired(tx, limit);
  }

  /** Fails the items of these imports that are still importing, and ends the imports. */
  async endEarly(tx: Transaction, imports: readonly ImportKey[], errorCode: EarlyEnd): Promise<void> {
    this.countResolved(tx, await this.imports.failImporting(tx, imports, errorCode));
    await this.endFinished(tx, imports);
  }

  private async handOutOne(id: string, endsAt: number): Promise<void> {
    const result = await this.results.find(id);
    if (!result) return;
    let isServed = true;
    const serve = async (tx: Transaction, workspaceId: string): Promise<void> => {
      const waiting = await this.results.lockWaiting(tx, result, workspaceId);
      if (waiting) await this.resolve(tx, result.marketplace, result.outcomes, waiting);
      else isServed = false; // another copy works on it
    };
    const workspaceIds = await this.results.workspacesWaiting(result);
    const transactions = workspaceIds.map((workspaceId) => async () => {
      if (performance.now() < endsAt) await this.database.asSystem((tx) => serve(tx, workspaceId));
      else isServed = false;
    });
    await runAll(...transactions);
    if (isServed) await this.results.remove(id);
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
    this.countResolved(tx, items);
    const imports = new Map(items.map(({ workspaceId, importId: id }) => [id, { workspaceId, id }]));
    await this.endFinished(tx, [...imports.values()]);
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
