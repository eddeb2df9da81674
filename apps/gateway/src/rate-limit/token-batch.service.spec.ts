// Tests limiters with token batches on a counter in memory, because no Redis is there: their limits and their cost.
import { setTimeout as sleep } from 'node:timers/promises';
import { RateCounters } from '#platform/rate-limit';
import { TokenBatchService, type PrefetchedLimiter, type RateDecision } from './token-batch.service.ts';

let counters: RateCounters;
/** How often the limiters of a test asked the shared counter. */
let asked: number;

beforeAll(() => {
  counters = new RateCounters('redis://127.0.0.1:1', 'test', 50);
});
afterAll(() => counters.onApplicationShutdown());
beforeEach(() => {
  asked = 0;
});

/** The limiters of several gateways that share one counter. */
function gateways(many: number, points: number, seconds = 60): PrefetchedLimiter[] {
  const limit = { name: 'test', points, seconds };
  const counter = counters.counter(limit);
  const take: typeof counter.take = (key, some) => {
    asked += 1;
    return counter.take(key, some);
  };
  const service = new TokenBatchService({ counter: () => ({ ...counter, take }) });
  return Array.from({ length: many }, () => service.limiter(limit));
}

/** Sends requests of one key to the limiters in turn. */
async function send(limiters: PrefetchedLimiter[], requests: number): Promise<RateDecision[]> {
  const decisions: RateDecision[] = [];
  for (let i = 0; i < requests; i += 1) decisions.push(await limiters[i % limiters.length]!.count('account'));
  return decisions;
}

const allowed = (decisions: RateDecision[]): number => decisions.filter(({ isAllowed }) => isAllowed).length;

describe('one gateway', () => {
  it.each([1, 5, 59, 600, 3000])('allows exactly a limit of %i, and tells what is left', async (points) => {
    const decisions = await send(gateways(1, points), points + 10);
    expect(decisions.map(({ remaining }) => remaining).slice(0, points)).toEqual(
      Array.from({ length: points }, (_, i) => points - 1 - i),
    );
    expect(allowed(decisions)).toBe(points);
    expect(allowed(decisions.slice(points))).toBe(0);
  });

  it('counts many requests at once like as many one after the other', async () => {
    const [limiter] = gateways(1, 100);
    const decisions = await Promise.all(Array.from({ length: 250 }, async () => limiter!.count('account')));
    expect(allowed(decisions)).toBe(100);
    expect(asked).toBeLessThan(5);
  });

  it("asks the counter once for a second's share of the limit", async () => {
    await send(gateways(1, 12_000), 5000);
    expect(asked).toBeLessThan(5000 / 200 + 10);
  });

  it('does not ask the counter again once the limit is reached', async () => {
    const limiters = gateways(1, 5);
    await send(limiters, 6);
    const before = asked;
    await send(limiters, 100);
    expect(asked).toBe(before);
  });

  it('counts each key alone', async () => {
    const [limiter] = gateways(1, 1);
    expect(await limiter!.count('one')).toMatchObject({ isAllowed: true });
    expect(await limiter!.count('other')).toMatchObject({ isAllowed: true });
    expect(await limiter!.count('one')).toMatchObject({ isAllowed: false, remaining: 0, resetSeconds: 60 });
  });
});

describe.each([2, 12])('%i gateways', (many) => {
  it.each([5, 600, 3000])(
    'never exceed a limit of %i, and withhold at most one batch each',
    async (points) => {
      const batch = Math.max(1, Math.floor(points / 60));
      const total = allowed(await send(gateways(many, points), points * 2));
      expect(total).toBeLessThanOrEqual(points);
      expect(total).toBeGreaterThan(points - many * batch);
    },
  );
});

describe('two gateways', () => {
  it('leave no more tokens unused at one than were used there', async () => {
    const [one, other] = gateways(2, 3000);
    await send([other!], 3);
    expect(allowed(await send([one!], 3000))).toBeGreaterThanOrEqual(3000 - 6);
  });

  it('begin a new window with the whole limit and with small batches', async () => {
    const [one, other] = gateways(2, 3000, 1);
    await send([one!, other!], 2000);
    await sleep(1100);
    await send([other!], 1);
    expect(allowed(await send([one!], 3000))).toBe(2999);
  });
});
