// Searches catalog items of the Selling Partner API (Catalog Items, version 2022-04-01).
import { CatalogItemsApi } from '@sp-api-sdk/catalog-items-api-2022-04-01';
import { z } from 'zod';
import { MARKETPLACES, type Marketplace, type Region } from '#contracts';
import { inSpan } from '#platform/observability';
import type { CatalogItem } from '../mapping/index.ts';
import { marketplaceCalls } from '../metrics.ts';
import { failureOf, openHttp, replyOf, type CallFailure } from './http.client.ts';
import { LwaTokenClient, type SpApiSettings, type TokenResult } from './lwa-token.client.ts';

/** Maximum duration of a search, its token included, in milliseconds. */
const SEARCH_MS = 15_000;

/** Items per page. The API's default of 10 would put half of a batch on a second page. */
const PAGE_SIZE = 20;

/** The only part of a reply that we rely on: attributes are free-form and differ between products. */
const searchReply = z.object({ items: z.array(z.looseObject({ asin: z.string() })) });

export type SearchResult =
  /** The items that exist, in any order; the marketplace does not know the other ASINs. */
  { state: 'answered'; items: CatalogItem[] } | CallFailure | { state: 'aborted' };

export class SpApiClient {
  private readonly apis: Record<Region, CatalogItemsApi>;
  private readonly tokens: LwaTokenClient;

  /** A search takes at most `timeoutMs`, its token included. */
  constructor(
    settings: SpApiSettings,
    private readonly timeoutMs = SEARCH_MS,
  ) {
    const http = openHttp();
    this.tokens = new LwaTokenClient(http, settings, timeoutMs);
    const { na, eu, fe } = settings.regions;
    const open = ({ url }: { url: string }) => new CatalogItemsApi(undefined, url.replace(/\/+$/, ''), http);
    this.apis = { na: open(na), eu: open(eu), fe: open(fe) };
  }

  /**
   * Searches up to 20 ASINs in one marketplace by one call, without retries; only a call that is refused with an old token is
   * repeated, once, with a new one. The limiter of the queue does not count that: it comes at most once a minute, and only for
   * the calls under way. Never throws for a fault of the API, and returns soon after the signal is aborted.
   */
  async search(
    marketplace: Marketplace,
    asins: readonly string[],
    signal: AbortSignal,
  ): Promise<SearchResult> {
    const { marketplaceId, region } = MARKETPLACES[marketplace];
    if (marketplaceId === null || region === null) return { state: 'rejected' };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(this.timeoutMs)]);
    const attributes = { marketplace, products: asins.length };
    return inSpan({ name: 'call marketplace', kind: 'CLIENT', attributes }, async (span) => {
      const result = await Promise.race([this.call(region, marketplaceId, asins, limit), whenAborted(limit)]);
      if (result.state !== 'answered') span.fail(result.state);
      return result.state === 'unavailable' && signal.aborted ? { state: 'aborted' } : result;
    });
  }

  private async call(
    region: Region,
    marketplaceId: string,
    asins: readonly string[],
    signal: AbortSignal,
  ): Promise<SearchResult> {
    const access = await this.access(region);
    if (access.state !== 'granted') return access;
    const result = await this.request(region, marketplaceId, asins, access.token, signal);
    if (result.state !== 'unauthorised' || !this.tokens.drop(region, access.token)) return result;
    const next = await this.access(region);
    if (next.state !== 'granted') return next;
    return this.request(region, marketplaceId, asins, next.token, signal);
  }

  /** The token for a search; one that fails without it is counted. */
  private async access(region: Region): Promise<TokenResult> {
    const askedAt = performance.now();
    const access = await this.tokens.get(region);
    if (access.state !== 'granted')
      observe(region, access.state === 'throttled' ? 429 : access.state, askedAt);
    return access;
  }

  private async request(
    region: Region,
    marketplaceId: string,
    asins: readonly string[],
    token: string,
    signal: AbortSignal,
  ): Promise<SearchResult> {
    const startedAt = performance.now();
    const call = this.apis[region].searchCatalogItems(
      {
        marketplaceIds: [marketplaceId],
        identifiers: [...asins],
        identifiersType: 'ASIN',
        includedData: ['summaries', 'attributes', 'images', 'classifications', 'productTypes', 'dimensions'],
        pageSize: PAGE_SIZE,
      },
      { headers: { 'x-amz-access-token': token }, signal },
    );
    const reply = await replyOf('search', call);
    observe(region, reply?.status ?? 'none', startedAt);
    if (!reply) return { state: 'unavailable' };
    const parsed = searchReply.safeParse(reply.data);
    if (reply.status === 200 && parsed.success) return { state: 'answered', items: parsed.data.items };
    return failureOf('search', reply);
  }
}

/** Counts a search, which began at this time by performance.now(). */
function observe(region: Region, status: number | string, startedAt: number): void {
  marketplaceCalls.observe({ region, status }, (performance.now() - startedAt) / 1000);
}

/** Resolves once the signal is aborted. A search shares its token call with others, so it cannot abort that call. */
function whenAborted(signal: AbortSignal): Promise<CallFailure> {
  return new Promise((resolve) => {
    const end = (): void => resolve({ state: 'unavailable' });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
