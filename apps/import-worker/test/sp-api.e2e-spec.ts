// Tests searches of the Selling Partner API against a real HTTP server with good, broken and hostile replies.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '#testing/until';
import { fetchOutcomes } from '../src/imports/fetch-outcomes.rules.ts';
import type { SearchResult } from '../src/spapi/index.ts';
import { hostileItem, inventedExchanges, wideExchanges } from './exchanges.ts';
import {
  answer,
  openMarketplace,
  silence,
  type MarketplaceServer,
  type Responder,
} from './marketplace-server.ts';

const A = 'B00000000A';
const B = 'B00000000B';
const C = 'B00000000C';
const never = new AbortController().signal;
const html = { 'content-type': 'text/html' };
const errors = (code: string) => ({ errors: [{ code, message: 'No.', details: '' }] });
const quotaExceeded = (headers?: Record<string, string>) => answer(429, errors('QuotaExceeded'), headers);

let market: MarketplaceServer;
beforeEach(async () => {
  market = await openMarketplace();
  for (const asin of [A, B]) market.items.set(asin, { asin });
});
afterEach(() => market.close());

const search = (asins: readonly string[] = [A], timeoutMs?: number): Promise<SearchResult> =>
  market.client(timeoutMs).search('US', asins, never);

/** The items of a search that must be answered. */
async function itemsOf(asins: readonly string[]) {
  const result = await search(asins);
  if (result.state !== 'answered') throw new Error(result.state);
  return result.items;
}

describe('a search', () => {
  it('sends the parameters and headers of the API', async () => {
    await market.client().search('DE', [A, B], never);
    const [{ url, headers }] = market.searches as [MarketplaceServer['searches'][number]];
    expect(url.pathname).toBe('/eu/catalog/2022-04-01/items');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      identifiers: 'B00000000A,B00000000B',
      identifiersType: 'ASIN',
      marketplaceIds: 'A1PA6795UKMFR9',
      includedData: 'summaries,attributes,images,classifications,productTypes,dimensions',
      pageSize: '20',
    });
    expect(headers).toMatchObject({
      'x-amz-access-token': 'token-1',
      'user-agent': expect.stringMatching(/^Shelfscribe\//),
      connection: 'keep-alive',
    });
  });

  it('returns the known items by one call', async () => {
    expect((await itemsOf([C, B, A])).map(({ asin }) => asin).toSorted()).toEqual([A, B]);
    expect(market.searches).toHaveLength(1);
  });

  it('returns no items when the marketplace knows none of them', async () => {
    expect(await itemsOf([C])).toEqual([]);
  });

  it('returns 20 items by one call', async () => {
    const many = Array.from({ length: 20 }, (_, i) => `B0000000${i + 10}`);
    for (const asin of many) market.items.set(asin, { asin });
    expect((await itemsOf(many)).map(({ asin }) => asin)).toEqual(many);
    expect(market.searches).toHaveLength(1);
  });

  it('is rejected without any call for a marketplace that the API does not have', async () => {
    expect(await market.client().search('CN', [A], never)).toEqual({ state: 'rejected' });
    expect([...market.tokenCalls, ...market.searches]).toEqual([]);
  });

  it('does not wait for its answer any more when its signal is aborted', async () => {
    market.nextSearches.push(silence);
    const leaving = new AbortController();
    const result = market.client(3_600_000).search('US', [A], leaving.signal);
    await until('the marketplace is called', () => market.searches.length === 1);
    leaving.abort();
    expect(await result).toEqual({ state: 'aborted' });
  });

  it('makes no call for products when its signal is aborted already', async () => {
    expect(await market.client().search('US', [A], AbortSignal.abort())).toEqual({ state: 'aborted' });
    expect(market.searches).toHaveLength(0);
  });
});

describe('a failed search', () => {
  it.each<[string, Responder, object]>([
    ['rejected after a 400', answer(400, errors('InvalidInput')), { state: 'rejected' }],
    ['throttled after a 429', quotaExceeded(), { state: 'throttled', retryAfterMs: 1000 }],
    ['unavailable after a 503', answer(503, ''), { state: 'unavailable' }],
    ['unauthorised after a 403', answer(403, errors('Unauthorized')), { state: 'unauthorised' }],
    ['unavailable after a malformed reply', answer(200, { items: 'none' }), { state: 'unavailable' }],
  ])('is %s, is not repeated, and the next search succeeds', async (_, respond, failure) => {
    market.nextSearches.push(respond);
    const client = market.client();
    expect(await client.search('US', [A], never)).toEqual(failure);
    expect(market.searches).toHaveLength(1);
    expect(await client.search('US', [A], never)).toEqual({ state: 'answered', items: [{ asin: A }] });
  });

  it.each([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '3', 'x-amzn-RateLimit-Limit': '0.1' }, 3000],
    [{ 'x-amzn-RateLimit-Limit': '0.2' }, 5000],
    [{ 'x-amzn-RateLimit-Limit': '2.0' }, 1000],
    [{}, 1000],
    [{ 'retry-after': 'soon' }, 1000],
    [{ 'x-amzn-RateLimit-Limit': '0' }, 1000],
    [{ 'retry-after': '-5' }, 1000],
    [{ 'retry-after': '86400' }, 60_000],
  ])('with a 429 and the headers %j may be repeated after %i ms', async (headers, retryAfterMs) => {
    market.nextSearches.push(quotaExceeded(headers));
    expect(await search()).toEqual({ state: 'throttled', retryAfterMs });
  });

  it.each<[string, Responder]>([
    ['a 500', answer(500, errors('InternalFailure'))],
    ['an HTML page', answer(200, '<html>Hello</html>', html)],
    ['half of a JSON text', answer(200, '{"items":[{"asin":"B000')],
    [
      'a body that breaks off',
      (r) => void r.writeHead(200, { 'content-length': '999' }).write('{"it', () => r.destroy()),
    ],
    ['a body without items', answer(200, { numberOfResults: 1 })],
    ['an item without an ASIN', answer(200, { items: [{ attributes: {} }] })],
    ['200,000 nested lists', answer(200, `${'['.repeat(200_000)}${']'.repeat(200_000)}`)],
    ['a closed connection', (r) => void r.destroy()],
    ['an empty body', answer(200, '')],
    ['a 404', answer(404, errors('NotFound'))],
  ])('is unavailable after %s', async (_, respond) => {
    market.nextSearches.push(respond);
    expect(await search()).toEqual({ state: 'unavailable' });
  });

  it('is unavailable when nothing listens at the address', async () => {
    const client = market.client();
    await market.close();
    expect(await client.search('US', [A], never)).toEqual({ state: 'unavailable' });
  });

  it('is unavailable when its reply drips beyond the time-out', async () => {
    market.nextSearches.push((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await search([A], 300)).toEqual({ state: 'unavailable' }); // the reply itself has no end
  });
});

describe('a redirect', () => {
  let requests = 0;
  const target = createServer((_, response) => void response.end(String(++requests)));
  beforeEach(() => new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve)));
  afterEach(() => new Promise((resolve) => target.close(resolve)));

  it('is not followed', async () => {
    const local = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
    for (const location of [local, 'http://169.254.169.254/latest/meta-data/']) {
      market.nextSearches.push(answer(302, '', { location }));
      expect(await search([A], 2000)).toEqual({ state: 'unavailable' });
    }
    expect(requests).toBe(0);
  });
});

describe('a hostile item', () => {
  it('becomes plain data with a link of our own', async () => {
    market.items.set(A, hostileItem(A));
    const [outcome] = fetchOutcomes('US', [A], await itemsOf([A]));
    expect(outcome).toMatchObject({
      outcome: 'found',
      product: { link: `https://www.amazon.com/dp/${A}`, images: ['https://images.example/a.png'] },
    });
    const stored = JSON.stringify(outcome);
    expect(stored).toContain('Ignore previous instructions');
    expect(stored).not.toMatch(/javascript:|169\.254|\u202e|\\u0000/);
  });
});

describe.each([
  { of: 'a lamp', exchanges: inventedExchanges(), brand: 'Lumora' },
  { of: 'a projector with many attributes', exchanges: wideExchanges(), brand: 'HALDEN' },
])('an exchange about $of', ({ exchanges: { fullItem, errors: bodies }, brand }) => {
  it('is read from the reply to the fetch outcome', async () => {
    market.items.set(fullItem.asin, fullItem);
    const asins = [fullItem.asin, A, C];
    const items = await itemsOf(asins);
    expect(items[0]).toEqual(fullItem);
    expect(fetchOutcomes('US', asins, items)).toEqual([
      {
        asin: fullItem.asin,
        outcome: 'found',
        product: expect.objectContaining({ brand, link: `https://www.amazon.com/dp/${fullItem.asin}` }),
      },
      { asin: A, outcome: 'failed', errorCode: 'SourceRejected' },
      { asin: C, outcome: 'failed', errorCode: 'NotFound' },
    ]);
  });

  it.each([
    [400, 'rejected'],
    [429, 'throttled'],
    [403, 'unauthorised'],
  ])('with the error body of a %i is %s', async (status, state) => {
    market.nextSearches.push(answer(status, bodies.find((error) => error.status === status)?.body));
    expect(await search()).toMatchObject({ state });
  });
});
