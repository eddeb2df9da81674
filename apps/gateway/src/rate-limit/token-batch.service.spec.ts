// Leases on a counter that counts in memory, since no Redis is there: what two gateways share, and what it costs.
import { setTimeout as sleep } from 'node:timers/promises';
import { RateCounters, type RateCounter } from '#platform/rate-limit';
import { TokenBatches, type Standing } from './token-batch.service.ts';

const counters = new RateCounters('redis://127.0.0.1:1', 'test', 50);
afterAll(() => counters.onApplicationShutdown());

/** Gateways on one counter, and how often they asked it. */
function gateways(many: number, points: number, seconds = 60) {
  const limit = { name: 'test', points, seconds };
  const counter = counters.counter(limit);
  let asked = 0;
  const watched: RateCounter = {
    ...counter,
    take: (key, some) => {
      asked += 1;
      return counter.take(key, some);
    },
  };
  return { all: Array.from({ length: many }, () => new TokenBatches(limit, watched)), asked: () => asked };
}

const passed = (standings: Standing[]): number => standings.filter(({ allowed }) => allowed).length;

async function send(leases: readonly TokenBatches[], requests: number): Promise<Standing[]> {
  const standings: Standing[] = [];
  for (let i = 0; i < requests; i += 1) standings.push(await leases[i % leases.length]!.count('somebody'));
  return standings;
}

it('one gateway lets exactly the limit through, and tells what is left', async () => {
  for (const points of [1, 5, 59, 600, 3000]) {
    const standings = await send(gateways(1, points).all, points + 10);
    expect(standings.map(({ remaining }) => remaining).slice(0, points)).toEqual(
      Array.from({ length: points }, (_, i) => points - 1 - i),
    );
    expect(passed(standings)).toBe(points);
    expect(passed(standings.slice(points))).toBe(0);
  }
});

it('many requests at once are counted like as many one after the other', async () => {
  const { all, asked } = gateways(1, 100);
  expect(passed(await Promise.all(Array.from({ length: 250 }, async () => all[0]!.count('somebody'))))).toBe(
    100,
  );
  expect(asked()).toBeLessThan(5);
});

it("a long row of requests asks the counter once in a second's share", async () => {
  const { all, asked } = gateways(1, 12_000);
  await send(all, 5000);
  expect(asked()).toBeLessThan(5000 / 200 + 10);
});

it('what is refused costs nothing', async () => {
  const { all, asked } = gateways(1, 5);
  await send(all, 6);
  const before = asked();
  await send(all, 100);
  expect(asked()).toBe(before);
});

it.each([2, 12])(
  '%i gateways together never exceed the limit, and lose a lease each at the most',
  async (many) => {
    for (const points of [5, 600, 3000]) {
      const lease = Math.max(1, Math.floor(points / 60));
      const through = passed(await send(gateways(many, points).all, points * 2));
      expect(through).toBeLessThanOrEqual(points);
      expect(through).toBeGreaterThan(points - many * lease);
    }
  },
);

it('what lies idle at another gateway is no more than was used there', async () => {
  const { all } = gateways(2, 3000);
  await send(all.slice(1), 3);
  expect(passed(await send(all.slice(0, 1), 3000))).toBeGreaterThanOrEqual(3000 - 6);
});

it('a new window begins with all points, and with small leases', async () => {
  const { all } = gateways(2, 3000, 1);
  await send(all, 2000);
  await sleep(1100);
  await send(all.slice(1), 1);
  expect(passed(await send(all.slice(0, 1), 3000))).toBe(2999);
});

it('keys do not count for each other', async () => {
  const { all } = gateways(1, 1);
  expect(await all[0]!.count('one')).toMatchObject({ allowed: true });
  expect(await all[0]!.count('other')).toMatchObject({ allowed: true });
  expect(await all[0]!.count('one')).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 60 });
});
