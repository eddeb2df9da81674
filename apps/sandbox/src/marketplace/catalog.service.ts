// Answers catalog calls in the order of the real marketplace: token, quota, request, then the products.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Region } from '#contracts';
import { invalidInput, marketplaceError, unauthorized } from '../http/error-response.rules.ts';
import { FLAKY_FAILURES, SLOW_MS, faultOf } from '../products/asin.rules.ts';
import { toItem, type Item } from '../products/items.rules.ts';
import { SandboxProductsService } from '../products/sandbox-products.service.ts';
import { LwaTokensService } from './lwa-tokens.service.ts';
import { QuotaService, type Operation } from './quota.service.ts';
import {
  type CatalogRequest,
  type Market,
  type Page,
  pageOf,
  parseCatalogRequest,
  parseSearch,
  type Query,
} from './search.rules.ts';

/** Maximum number of flaky ASINs whose failures are counted; the oldest are forgotten. */
const MAX_FLAKY = 10_000;

/** Parameters that every catalog call has. */
export interface CatalogCall {
  region: Region;
  token: string | undefined;
  query: Query;
}

@Injectable()
export class CatalogService {
  /** Number of failures so far of each flaky ASIN that has not succeeded yet. */
  private readonly flakyFailures = new Map<string, number>();

  constructor(
    private readonly tokens: LwaTokensService,
    private readonly quota: QuotaService,
    private readonly products: SandboxProductsService,
    private readonly settings: { publicUrl: string; latencyMs: number },
  ) {}

  /** searchCatalogItems: leaves out ASINs that the marketplace does not know. Throws the marketplace's errors. */
  async search(call: CatalogCall): Promise<Page<Item>> {
    await this.admit(call, 'searchCatalogItems');
    const request = parseSearch(call.query);
    assertRegion(call.region, request.market);
    await this.applyFaults(request, request.pageToken === undefined);
    return pageOf(this.items(request), request);
  }

  /** getCatalogItem. Throws the marketplace's errors, 404 for an ASIN that the marketplace does not know. */
  async get(call: CatalogCall, asin: string): Promise<Item> {
    await this.admit(call, 'getCatalogItem');
    const request = parseCatalogRequest([asin], call.query);
    assertRegion(call.region, request.market);
    await this.applyFaults(request, true);
    const [item] = this.items(request);
    if (item) return item;
    const { marketplaceId } = request.market;
    throw marketplaceError(
      404,
      'NOT_FOUND',
      `Requested item, ${asin}, not found in marketplace(s) ${marketplaceId}.`,
    );
  }

  private async admit({ region, token }: CatalogCall, operation: Operation): Promise<void> {
    this.tokens.check(token);
    this.quota.spend(region, operation);
    await sleep(this.settings.latencyMs);
  }

  /** Delays or fails a call that contains magic ASINs. Later pages of a search are not flaky again. */
  private async applyFaults({ asins }: CatalogRequest, isFirstPage: boolean): Promise<void> {
    const faults = new Set(asins.map(faultOf));
    if (faults.has('slow')) await sleep(SLOW_MS);
    if (faults.has('bad')) throw invalidInput('asin');
    if (faults.has('down')) throw unavailable();
    if (faults.has('flaky') && isFirstPage) this.failFlaky(asins.filter((asin) => faultOf(asin) === 'flaky'));
  }

  /** Throws 503 until each ASIN has failed often enough; then resets their counts, so that they fail again next time. */
  private failFlaky(asins: readonly string[]): void {
    const failing = asins.filter((asin) => (this.flakyFailures.get(asin) ?? 0) < FLAKY_FAILURES);
    if (failing.length === 0) {
      for (const asin of asins) this.flakyFailures.delete(asin);
      return;
    }
    for (const asin of failing) this.flakyFailures.set(asin, (this.flakyFailures.get(asin) ?? 0) + 1);
    for (const asin of this.flakyFailures.keys()) {
      if (this.flakyFailures.size <= MAX_FLAKY) break;
      this.flakyFailures.delete(asin);
    }
    throw unavailable();
  }

  private items({ asins, market, includedData }: CatalogRequest): Item[] {
    return asins
      .map((asin) => this.products.find(asin, market))
      .filter((product) => product !== undefined)
      .map((product) => toItem(product, market.marketplaceId, this.settings.publicUrl, includedData));
  }
}

function assertRegion(region: Region, market: Market): void {
  if (market.region !== region) throw unauthorized('The marketplace belongs to another region.');
}

function unavailable(): Error {
  return marketplaceError(503, 'ServiceUnavailable', 'Service is temporarily unavailable. Try again later.');
}
