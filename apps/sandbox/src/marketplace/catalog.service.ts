// Answers catalog calls in the order of the real marketplace: token, quota, request, then the products.
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { MARKETPLACES, type Region } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { invalidInput, marketplaceError, unauthorized } from '../errors/index.ts';
import { type Item, SandboxProductsService, toItem } from '../products/index.ts';
import { faultOf, FLAKY_FAILURES, SLOW_MS } from '../asins/index.ts';
import { LwaTokensService } from './lwa-tokens.service.ts';
import { QuotaService, type Operation } from './quota.service.ts';
import { pageOf, parseCatalogRequest, parseSearch } from './search.rules.ts';
import type { CatalogRequest, Page, Query } from './search.rules.ts';

/** Parameters that every catalog call has. */
export interface CatalogCall {
  region: Region;
  token: string | undefined;
  query: Query;
}

@Injectable()
export class CatalogService {
  /** Number of failures so far of each flaky ASIN that has not succeeded yet. */
  private readonly flakyFailures = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    private readonly tokens: LwaTokensService,
    private readonly quota: QuotaService,
    private readonly products: SandboxProductsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** searchCatalogItems: leaves out ASINs that the marketplace does not know. Throws the marketplace's errors. */
  async search(call: CatalogCall): Promise<Page<Item>> {
    await this.admit(call, 'searchCatalogItems');
    const request = parseSearch(call.query);
    return pageOf(await this.items(call, request, request.pageToken === undefined), request);
  }

  /** getCatalogItem. Throws the marketplace's errors, 404 for an ASIN that the marketplace does not know. */
  async get(call: CatalogCall, asin: string): Promise<Item> {
    await this.admit(call, 'getCatalogItem');
    const request = parseCatalogRequest([asin], call.query);
    const [item] = await this.items(call, request);
    if (item) return item;
    const message = `Requested item, ${asin}, not found in marketplace(s) ${request.marketplaceId}.`;
    throw marketplaceError(404, 'NOT_FOUND', message);
  }

  private async admit({ region, token }: CatalogCall, operation: Operation): Promise<void> {
    this.tokens.check(token);
    this.quota.spend(region, operation);
    await sleep(this.config.SANDBOX_LATENCY_MS);
  }

  private async items(
    { region }: CatalogCall,
    { asins, marketplace, marketplaceId, includedData }: CatalogRequest,
    isFirstPage = true,
  ): Promise<Item[]> {
    if (MARKETPLACES[marketplace].region !== region) {
      throw unauthorized('The marketplace belongs to another region.');
    }
    await this.applyFaults(asins, isFirstPage);
    const { SANDBOX_PUBLIC_URL: publicUrl = `http://localhost:${this.config.PORT}` } = this.config;
    return asins
      .flatMap((asin) => this.products.find(asin, marketplace) ?? [])
      .map((product) => toItem(product, marketplaceId, publicUrl.replace(/\/$/, ''), includedData));
  }

  /** Delays or fails a call that contains magic ASINs. Later pages of a search are not flaky again. */
  private async applyFaults(asins: readonly string[], isFirstPage: boolean): Promise<void> {
    const faults = Map.groupBy(asins, faultOf);
    if (faults.has('slow')) await sleep(SLOW_MS);
    if (faults.has('bad')) throw invalidInput('asin');
    if (faults.has('down')) throw unavailable();
    if (isFirstPage) this.failFlaky(faults.get('flaky') ?? []);
  }

  /** Throws 503 until each ASIN has failed often enough; then resets their counts, so that they fail again next time. */
  private failFlaky(asins: readonly string[]): void {
    const failures = (asin: string): number => this.flakyFailures.get(asin) ?? 0;
    const failing = asins.filter((asin) => failures(asin) < FLAKY_FAILURES);
    for (const asin of failing) this.flakyFailures.set(asin, failures(asin) + 1);
    if (failing.length > 0) throw unavailable();
    for (const asin of asins) this.flakyFailures.delete(asin);
  }
}

function unavailable(): Error {
  return marketplaceError(503, 'ServiceUnavailable', 'Service is temporarily unavailable. Try again later.');
}
