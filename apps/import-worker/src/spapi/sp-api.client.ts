// The Selling Partner API as a source: one search of its Catalog Items a call.
import { CatalogItemsApi } from '@sp-api-sdk/catalog-items-api-2022-04-01';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { z } from 'zod';
import { MARKETPLACES, type Marketplace, type Region } from '#contracts';
import { inSpan } from '#platform/observability';
import { failureOf, replyOf } from './http.client.ts';
import type { LwaTokenClient } from './lwa-token.client.ts';
import { RetailerSource, type SourceAnswer } from './port.ts';

/** Most items on a page, and so in a call; the API's own default would put half of them on a second page. */
const PAGE_SIZE = 20;

const INCLUDED = [
  'summaries',
  'attributes',
  'images',
  'classifications',
  'productTypes',
  'dimensions',
] as const;

/** The part of a reply we rely on; attributes are free-form and differ from product to product. */
const searchResults = z.object({ items: z.array(z.looseObject({ asin: z.string() })) });

/** The Selling Partner API. */
export class SpApiClient extends RetailerSource {
  private readonly apis: Record<Region, CatalogItemsApi>;

  constructor(
    http: AxiosInstance,
    private readonly tokens: LwaTokenClient,
    urls: Record<Region, string>,
    private readonly timeoutMs: number,
  ) {
    super();
    const open = (url: string) => new CatalogItemsApi(undefined, url.replace(/\/+$/, ''), http);
    this.apis = { na: open(urls.na), eu: open(urls.eu), fe: open(urls.fe) };
  }

  async fetch(
    marketplace: Marketplace,
    asins: readonly string[],
    signal: AbortSignal,
  ): Promise<SourceAnswer> {
    const { marketplaceId, region } = MARKETPLACES[marketplace];
    if (marketplaceId === null || region === null) return { state: 'rejected' };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(this.timeoutMs)]);
    const attributes = { marketplace, products: asins.length };
    return inSpan({ name: 'call marketplace', kind: 'client', attributes }, async (span) => {
      const answer = await Promise.race([this.search(region, marketplaceId, asins, limit), ended(limit)]);
      if (answer.state !== 'answered') span.fail(answer.state);
      return answer.state === 'unavailable' && signal.aborted ? { state: 'aborted' } : answer;
    });
  }

  private async search(
    region: Region,
    marketplaceId: string,
    asins: readonly string[],
    signal: AbortSignal,
  ): Promise<SourceAnswer> {
    const access = await this.tokens.get(region);
    if (access.state !== 'granted') return access;
    const call = this.apis[region].searchCatalogItems(
      {
        marketplaceIds: [marketplaceId],
        identifiers: [...asins],
        identifiersType: 'ASIN',
        includedData: [...INCLUDED],
        pageSize: PAGE_SIZE,
      },
      { headers: { 'x-amz-access-token': access.token }, signal },
    );
    const reply: AxiosResponse<unknown> | undefined = await replyOf('search', call);
    if (!reply) return { state: 'unavailable' };
    const results = searchResults.safeParse(reply.data);
    if (reply.status === 200 && results.success) return { state: 'answered', items: results.data.items };
    const failure = failureOf('search', reply);
    if (failure.state === 'unauthorised') this.tokens.drop(region, access.token);
    return failure;
  }
}

/** Unavailable, once the signal is aborted: whoever waits for a token that others wait for too must not hang. */
function ended(signal: AbortSignal): Promise<SourceAnswer> {
  return new Promise((resolve) => {
    const end = (): void => resolve({ state: 'unavailable' });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
