// Tests how the client of the Selling Partner API gets and renews its access tokens, against a real HTTP server.
import { mock } from 'node:test';
import { until } from '#testing/until';
import { marketplaceCalls } from '../src/metrics.ts';
import type { SpApiClient } from '../src/spapi/index.ts';
import {
  answer,
  openMarketplace,
  silence,
  token,
  type MarketplaceServer,
  type Responder,
} from './marketplace-server.ts';

const ASIN = 'B00000000A';
const never = new AbortController().signal;

let market: MarketplaceServer;
beforeEach(async () => {
  market = await openMarketplace();
  market.items.set(ASIN, { asin: ASIN });
});
afterEach(() => market.close());

const usedTokens = (): unknown[] => market.searches.map(({ headers }) => headers['x-amz-access-token']);

describe('the access token', () => {
  it('is requested once for all calls of a region, and separately for another region', async () => {
    const client = market.client();
    await Promise.all(['US', 'CA', 'US', 'DE'].map((code) => client.search(code as 'US', [ASIN], never)));
    await client.search('MX', [ASIN], never);
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

  it('is renewed one minute before it expires', async () => {
    market.nextTokens.push(token('short', 60), token('long', 3600));
    const client = market.client();
    for (const asin of ['B00000000A', 'B00000000B', 'B00000000C']) await client.search('US', [asin], never);
    expect(usedTokens()).toEqual(['short', 'long', 'long']);
  });

  /** A client whose token was granted so many seconds ago, and the marketplace has taken it since. */
  async function clientWithToken(secondsAgo: number): Promise<SpApiClient> {
    const now = performance.now.bind(performance);
    const clock = mock.method(performance, 'now', () => now() - secondsAgo * 1000);
    const client = market.client();
    expect(await client.search('US', [ASIN], never)).toMatchObject({ state: 'answered' });
    clock.mock.restore();
    return client;
  }

  const refusal = (status: number) => answer(status, { errors: [{ code: 'Unauthorized', message: 'No.' }] });

  it.each([401, 403])('that is old is renewed once for all searches refused with %i', async (status) => {
    market.nextTokens.push(token('stale'), token('fresh'));
    const client = await clientWithToken(61);
    const byToken: Responder = (response, request) => {
      const isFresh = request.headers['x-amz-access-token'] === 'fresh';
      (isFresh ? answer(200, { items: [{ asin: ASIN }] }) : refusal(status))(response, request);
    };
    market.nextSearches.push(byToken, byToken, byToken, byToken);
    const results = await Promise.all(['US', 'CA'].map((code) => client.search(code as 'US', [ASIN], never)));
    expect(results).toMatchObject([{ state: 'answered' }, { state: 'answered' }]);
    expect(usedTokens().toSorted()).toEqual(['fresh', 'fresh', 'stale', 'stale', 'stale']);
    expect(market.tokenCalls).toHaveLength(2);
  });

  it.each([
    [0, { tokenCalls: 1, searches: 11 }],
    [61, { tokenCalls: 2, searches: 12 }],
  ])('of %i s before ten refused searches makes %j', async (secondsAgo, calls) => {
    const client = await clientWithToken(secondsAgo);
    market.nextSearches.push(...Array.from({ length: 11 }, () => refusal(403)));
    for (let n = 0; n < 10; n += 1)
      expect(await client.search('US', [ASIN], never)).toEqual({ state: 'unauthorised' });
    const { tokenCalls, searches } = market;
    expect({ tokenCalls: tokenCalls.length, searches: searches.length }).toEqual(calls);
  });

  it('that cannot be renewed leaves its search as failed as the renewal', async () => {
    market.nextTokens.push(token('stale'), answer(429, '', { 'retry-after': '7' }));
    const client = await clientWithToken(61);
    market.nextSearches.push(refusal(403));
    expect(await client.search('US', [ASIN], never)).toEqual({ state: 'throttled', retryAfterMs: 7000 });
    expect(market.searches).toHaveLength(2);
  });

  it('is not awaited by a search that is aborted', async () => {
    market.nextTokens.push(silence);
    const leaving = new AbortController();
    const result = market.client().search('US', [ASIN], leaving.signal);
    await until('the token is asked for', () => market.tokenCalls.length === 1);
    leaving.abort();
    expect(await result).toEqual({ state: 'aborted' });
  });

  it('is awaited no longer than the time-out of the search', async () => {
    market.nextTokens.push(silence);
    expect(await market.client(200).search('US', [ASIN], never)).toEqual({ state: 'unavailable' });
  });
});

describe('a search without a token', () => {
  const html = { 'content-type': 'text/html' };

  beforeEach(() => marketplaceCalls.reset());

  /** How many searches of a region are counted, by status. */
  async function counted(region: string): Promise<Record<string, number>> {
    const { values } = await marketplaceCalls.get();
    const counts = values
      .filter(({ metricName }) => metricName?.endsWith('_count'))
      .map(({ labels, value }) => ({ ...(labels as Record<'region' | 'status', string>), value }));
    return Object.fromEntries(
      counts.filter((one) => one.region === region).map(({ status, value }) => [status, value]),
    );
  }

  const unauthorised = { state: 'unauthorised' };
  const unavailable = { state: 'unavailable' };
  const throttled = { state: 'throttled', retryAfterMs: 7000 };

  it.each<[string, Responder, object, string]>([
    [
      'the authorisation was withdrawn',
      answer(400, { error: 'invalid_grant' }),
      unauthorised,
      'unauthorised',
    ],
    ['the client secret is wrong', answer(401, { error: 'invalid_client' }), unauthorised, 'unauthorised'],
    ['the token endpoint is down', answer(503, ''), unavailable, 'unavailable'],
    ['the quota is used up', answer(429, '', { 'retry-after': '7' }), throttled, '429'],
    ['the grant contains no token', answer(200, { expires_in: 3600 }), unavailable, 'unavailable'],
    ['the reply is an HTML page', answer(200, '<html>Sign in</html>', html), unavailable, 'unavailable'],
  ])(
    'fails without a call for products when %s, and the next one succeeds',
    async (_, respond, failure, status) => {
      market.nextTokens.push(respond);
      const client = market.client();
      expect(await client.search('US', [ASIN], never)).toEqual(failure);
      expect(market.searches).toEqual([]);
      expect(await counted('na')).toEqual({ [status]: 1 });
      expect(await client.search('US', [ASIN], never)).toMatchObject({ state: 'answered' });
      expect(await counted('na')).toEqual({ [status]: 1, 200: 1 });
    },
  );

  it('fails without any call when the region has no authorisation', async () => {
    expect(await market.client().search('JP', [ASIN], never)).toEqual(unauthorised);
    expect([...market.tokenCalls, ...market.searches]).toEqual([]);
    expect(await counted('fe')).toEqual({ unauthorised: 1 });
  });
});
