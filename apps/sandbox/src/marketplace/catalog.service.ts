// Answers catalog calls in the order of the real marketplace: token, quota, request, then the products.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { MARKETPLACES, type Region } from '#contracts';
import { FLAKY_FAILURES, SLOW_MS, faultOf } from './faults.rules.ts';
import { invent, type Voice } from '../products/invention.rules.ts';
import { fromRecord, toItem, type Item, type Product } from '../products/items.rules.ts';
import { drawPicture, parsePicture } from '../products/pictures.rules.ts';
import { SandboxProductsStore } from '../products/sandbox-products.store.ts';
import { QuotaService, type Operation } from './quota.service.ts';
import { invalidInput, marketplaceRefusal, unauthorized } from '../http/refusal.rules.ts';
import {
  isAsin,
  type Market,
  type Page,
  pageOf,
  parseRequest,
  parseSearch,
  type Query,
  type Request,
} from './search.rules.ts';
import { LwaTokensService } from './lwa-tokens.service.ts';

/** Most flaky ASINs remembered between calls. */
const MAX_FLAKY = 10_000;

/** What every catalog call carries. */
export interface Call {
  region: Region;
  token: string | undefined;
  query: Query;
}

@Injectable()
export class CatalogService {
  /** Failures so far of each flaky ASIN that is on its way to a success. */
  private readonly flaky = new Map<string, number>();

  constructor(
    private readonly tokens: LwaTokensService,
    private readonly quota: QuotaService,
    private readonly products: SandboxProductsStore,
    private readonly settings: { publicUrl: string; latencyMs: number },
  ) {}

  /** searchCatalogItems: unknown ASINs are simply not among the items. */
  async search(call: Call): Promise<Page<Item>> {
    await this.admit(call, 'searchCatalogItems');
    const request = parseSearch(call.query);
    assertReach(call.region, request.market);
    await this.suffer(request, request.pageToken === undefined);
    return pageOf(this.items(request), request);
  }

  /** getCatalogItem: an unknown ASIN is a 404. */
  async get(call: Call, asin: string): Promise<Item> {
    await this.admit(call, 'getCatalogItem');
    const request = parseRequest([asin], call.query);
    assertReach(call.region, request.market);
    await this.suffer(request, true);
    const [item] = this.items(request);
    if (item) return item;
    const where = request.market.marketplaceId;
    throw marketplaceRefusal(
      404,
      'NOT_FOUND',
      `Requested item, ${asin}, not found in marketplace(s) ${where}.`,
    );
  }

  /** A picture of a product as SVG; undefined when there is no such picture. */
  picture(asin: string, file: string): string | undefined {
    const picture = parsePicture(file);
    if (!picture || !isAsin(asin) || faultOf(asin) === 'missing') return undefined;
    const { brand, title } = this.product(asin, US);
    return drawPicture(asin, brand ?? title, picture);
  }

  private async admit({ region, token }: Call, operation: Operation): Promise<void> {
    this.tokens.check(token);
    this.quota.spend(region, operation);
    await sleep(this.settings.latencyMs);
  }

  /** Does what magic ASINs in the request ask for. Later pages of a search are not flaky again. */
  private async suffer({ asins }: Request, firstPage: boolean): Promise<void> {
    const faults = new Set(asins.map(faultOf));
    if (faults.has('slow')) await sleep(SLOW_MS);
    if (faults.has('bad')) throw invalidInput('asin');
    if (faults.has('down')) throw unavailable();
    if (faults.has('flaky') && firstPage) this.flake(asins.filter((asin) => faultOf(asin) === 'flaky'));
  }

  /** Fails until each of these has failed often enough; then forgets them, so that the next time is the same. */
  private flake(asins: readonly string[]): void {
    const unripe = asins.filter((asin) => (this.flaky.get(asin) ?? 0) < FLAKY_FAILURES);
    if (unripe.length === 0) {
      for (const asin of asins) this.flaky.delete(asin);
      return;
    }
    for (const asin of unripe) this.flaky.set(asin, (this.flaky.get(asin) ?? 0) + 1);
    for (const asin of this.flaky.keys()) {
      if (this.flaky.size <= MAX_FLAKY) break;
      this.flaky.delete(asin);
    }
    throw unavailable();
  }

  private items({ asins, market, includedData }: Request): Item[] {
    return asins
      .filter((asin) => faultOf(asin) !== 'missing')
      .map((asin) =>
        toItem(this.product(asin, market), market.marketplaceId, this.settings.publicUrl, includedData),
      );
  }

  private product(asin: string, voice: Voice): Product {
    const record = voice.code === 'US' ? this.products.find(asin) : undefined;
    return record ? fromRecord(record) : invent(asin, voice);
  }
}

/** Pictures have no marketplace of their own. */
const US: Voice = { code: 'US', languages: MARKETPLACES.US.languages };

function assertReach(region: Region, market: Market): void {
  if (market.region !== region) throw unauthorized('The marketplace belongs to another region.');
}

function unavailable(): Error {
  return marketplaceRefusal(
    503,
    'ServiceUnavailable',
    'Service is temporarily unavailable. Try again later.',
  );
}
