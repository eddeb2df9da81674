// How soon a search of the marketplace ends: after its caller leaves, and when its reply never does.
import { until } from '#testing/until';
import { openMarketplace, silence, type MarketplaceServer } from '../marketplace-server.ts';

const ASIN = 'B00000000A';

let market: MarketplaceServer;
beforeEach(async () => {
  market = await openMarketplace();
});
afterEach(() => market.close());

it('a search returns within 200 ms after its signal is aborted', async () => {
  market.nextSearches.push(silence);
  const leaving = new AbortController();
  const result = market.client().search('US', [ASIN], leaving.signal);
  await until('the marketplace is called', () => market.searches.length === 1, { everyMs: 5 });
  const abortedAt = performance.now();
  leaving.abort();
  expect(await result).toEqual({ state: 'aborted' });
  expect(performance.now() - abortedAt).toBeLessThan(200);
});

it('a search whose reply drips ends within 700 ms after its time-out', async () => {
  market.nextSearches.push((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drip));
  });
  const startedAt = performance.now();
  const result = await market.client(300).search('US', [ASIN], new AbortController().signal);
  expect(result).toEqual({ state: 'unavailable' });
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
