// The client of the Selling Partner API against a real HTTP server that answers well, badly and with malice.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { outcomesOf } from '../src/imports/reports.rules.ts';
import { hostileItem, officialExchanges } from './exchanges.ts';
import {
  answer,
  openMarketplace,
  silence,
  token,
  type MarketplaceServer,
  type Play,
} from './marketplace-server.ts';
import { describeSource, type Mood } from './source.conformance.ts';

const ASIN = 'B00000000A';
const never = new AbortController().signal;
const errors = (code: string) => ({ errors: [{ code, message: 'No.', details: '' }] });
const quotaExceeded = (headers?: Record<string, string>) => answer(429, errors('QuotaExceeded'), headers);

const PLAYS: Record<Mood, Play> = {
  rejects: answer(400, errors('InvalidInput')),
  throttles: quotaExceeded(),
  breaks: answer(503, ''),
  refuses: answer(403, errors('Unauthorized')),
  'talks nonsense': answer(200, { items: 'none' }),
  hangs: silence,
};

describeSource('The Selling Partner API', async () => {
  const market = await openMarketplace();
  return {
    source: market.source(),
    knows: (...asins) => asins.forEach((asin) => market.items.set(asin, { asin })),
    next: (mood) => market.nextSearches.push(PLAYS[mood]),
    calls: () => market.searches.length,
    close: () => market.close(),
  };
});

describe('The client of the Selling Partner API', () => {
  let market: MarketplaceServer;
  beforeEach(async () => {
    market = await openMarketplace();
    market.items.set(ASIN, { asin: ASIN });
  });
  afterEach(() => market.close());

  const fetched = (asins: readonly string[] = [ASIN], timeoutMs?: number) =>
    market.source(timeoutMs).fetch('US', asins, never);

  describe('asks', () => {
    it('as the API wants to be asked', async () => {
      await market.source().fetch('DE', ['B00000000A', 'B00000000B'], never);
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

    it('nothing for a marketplace the API does not have', async () => {
      expect(await market.source().fetch('CN', [ASIN], never)).toEqual({ state: 'rejected' });
      expect([...market.tokenCalls, ...market.searches]).toEqual([]);
    });
  });

  describe('gets its token', () => {
    it('once for all calls of a region, and another for another region', async () => {
      const source = market.source();
      await Promise.all(['US', 'CA', 'US', 'DE'].map((code) => source.fetch(code as 'US', [ASIN], never)));
      await source.fetch('MX', [ASIN], never);
      expect(market.tokenCalls.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual(
        ['refresh-na', 'refresh-eu'].map((refresh_token) => ({
          grant_type: 'refresh_token',
          refresh_token,
          client_id: 'our-id',
          client_secret: 'our-secret',
        })),
      );
      expect(market.tokenCalls[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
      expect(market.searches).toHaveLength(5);
    });

    it('anew a minute before it expires', async () => {
      market.nextTokens.push(token('short', 60), token('long', 3600));
      const source = market.source();
      for (const asin of ['B00000000A', 'B00000000B', 'B00000000C']) await source.fetch('US', [asin], never);
      expect(market.searches.map(({ headers }) => headers['x-amz-access-token'])).toEqual([
        'short',
        'long',
        'long',
      ]);
    });

    it.each([401, 403])('anew after a %i, but not within the same call', async (status) => {
      market.nextTokens.push(token('stale'), token('fresh'));
      market.nextSearches.push(answer(status, errors('Unauthorized')));
      const source = market.source();
      expect(await source.fetch('US', [ASIN], never)).toEqual({ state: 'unauthorised' });
      expect(market.searches).toHaveLength(1);
      expect(await source.fetch('US', [ASIN], never)).toMatchObject({ state: 'answered' });
      expect(market.searches.map(({ headers }) => headers['x-amz-access-token'])).toEqual(['stale', 'fresh']);
    });

    it.each([
      ['a withdrawn authorisation', answer(400, { error: 'invalid_grant' }), { state: 'unauthorised' }],
      ['a wrong secret', answer(401, { error: 'invalid_client' }), { state: 'unauthorised' }],
      ['an outage', answer(503, ''), { state: 'unavailable' }],
      [
        'an exhausted quota',
        answer(429, '', { 'retry-after': '7' }),
        { state: 'throttled', retryAfterMs: 7000 },
      ],
      ['a grant without a token', answer(200, { expires_in: 3600 }), { state: 'unavailable' }],
      [
        'a page',
        answer(200, '<html>Sign in</html>', { 'content-type': 'text/html' }),
        { state: 'unavailable' },
      ],
    ])('or tells of %s, and asks for no product', async (_, play, told) => {
      market.nextTokens.push(play);
      const source = market.source();
      expect(await source.fetch('US', [ASIN], never)).toEqual(told);
      expect(market.searches).toEqual([]);
      expect(await source.fetch('US', [ASIN], never)).toMatchObject({ state: 'answered' });
    });

    it('or has no authorisation for the region at all', async () => {
      expect(await market.source().fetch('JP', [ASIN], never)).toEqual({ state: 'unauthorised' });
      expect([...market.tokenCalls, ...market.searches]).toEqual([]);
    });

    it('without making those who leave wait for it', async () => {
      market.nextTokens.push(silence);
      const leaving = new AbortController();
      const answered = market.source().fetch('US', [ASIN], leaving.signal);
      setTimeout(() => leaving.abort(), 50);
      expect(await answered).toEqual({ state: 'aborted' });
    });
  });

  describe('holds back after a 429', () => {
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
    ])('with %j for %i ms', async (headers, retryAfterMs) => {
      market.nextSearches.push(quotaExceeded(headers));
      expect(await fetched()).toEqual({ state: 'throttled', retryAfterMs });
    });
  });

  describe('meets', () => {
    it.each<[string, Play]>([
      ['an outage', answer(500, errors('InternalFailure'))],
      ['a page', answer(200, '<html>Hello</html>', { 'content-type': 'text/html' })],
      ['half of a reply', answer(200, '{"items":[{"asin":"B000')],
      [
        'a reply that breaks off',
        (r) => void r.writeHead(200, { 'content-length': '999' }).write('{"it', () => r.destroy()),
      ],
      ['a reply without items', answer(200, { numberOfResults: 1 })],
      ['an item without an ASIN', answer(200, { items: [{ attributes: {} }] })],
      ['a bottomless reply', answer(200, `${'['.repeat(200_000)}${']'.repeat(200_000)}`)],
      ['a closed connection', (r) => void r.destroy()],
      ['an empty reply', answer(200, '')],
      ['a missing page', answer(404, errors('NotFound'))],
    ])('D41: %s', async (_, play) => {
      market.nextSearches.push(play);
      expect(await fetched()).toEqual({ state: 'unavailable' });
    });

    it('D42: a hostile product, and stores it as plain data with a link of our own', async () => {
      market.items.set(ASIN, hostileItem(ASIN));
      const answered = await fetched();
      if (answered.state !== 'answered') throw new Error(answered.state);
      const [outcome] = outcomesOf('US', [ASIN], answered.items);
      expect(outcome).toMatchObject({
        outcome: 'found',
        product: { link: `https://www.amazon.com/dp/${ASIN}`, images: ['https://images.example/a.png'] },
      });
      const stored = JSON.stringify(outcome);
      expect(stored).toContain('Ignore previous instructions');
      expect(stored).not.toMatch(/javascript:|169\.254|\u202e|\\u0000/);
    });

    it('nobody at all', async () => {
      const source = market.source();
      await market.close();
      expect(await source.fetch('US', [ASIN], never)).toEqual({ state: 'unavailable' });
    });

    it('D41: a redirect, and stays', async () => {
      let led = 0;
      const trap = createServer((_, response) => void response.end(String(++led)));
      await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
      const elsewhere = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`;
      for (const location of [elsewhere, 'http://169.254.169.254/latest/meta-data/']) {
        market.nextSearches.push(answer(302, '', { location }));
        expect(await fetched([ASIN], 2000)).toEqual({ state: 'unavailable' });
      }
      expect(led).toBe(0);
      await new Promise((resolve) => trap.close(resolve));
    });

    it('D41: a reply that drips, until its time is over', async () => {
      market.nextSearches.push((response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drip));
      });
      const startedAt = performance.now();
      expect(await fetched([ASIN], 300)).toEqual({ state: 'unavailable' });
      expect(performance.now() - startedAt).toBeLessThan(1000);
    });

    it('a token endpoint that is silent, until its time is over', async () => {
      market.nextTokens.push(silence);
      expect(await fetched([ASIN], 200)).toEqual({ state: 'unavailable' });
    });
  });

  const official = officialExchanges();
  (official ? describe : describe.skip)('reads what the marketplace published', () => {
    const { television, errors: bodies } = official ?? ({} as NonNullable<typeof official>);

    it('an item, up to the outcome', async () => {
      market.items.set(television.asin, television);
      const answered = await fetched([television.asin, ASIN, 'B00000000B']);
      if (answered.state !== 'answered') throw new Error(answered.state);
      expect(answered.items[0]).toEqual(television);
      expect(outcomesOf('US', [television.asin, ASIN, 'B00000000B'], answered.items)).toEqual([
        {
          asin: television.asin,
          outcome: 'found',
          product: expect.objectContaining({
            brand: 'SAMSUNG',
            link: 'https://www.amazon.com/dp/B07N4M94X4',
          }),
        },
        { asin: ASIN, outcome: 'failed', errorCode: 'SourceRejected' },
        { asin: 'B00000000B', outcome: 'failed', errorCode: 'NotFound' },
      ]);
    });

    it.each([
      [400, 'rejected'],
      [429, 'throttled'],
      [403, 'unauthorised'],
    ])('the error body of a %i', async (status, state) => {
      market.nextSearches.push(answer(status, bodies.find((error) => error.status === status)?.body));
      expect(await fetched()).toMatchObject({ state });
    });
  });
});
