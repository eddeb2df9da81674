// Counting in memory, as while Redis is out of reach: the library behind it counts in Redis in the same way.
import { setTimeout as sleep } from 'node:timers/promises';
import { RateCounters } from './rate-counters.ts';

const counters = new RateCounters('redis://127.0.0.1:1', 'test', 100);
afterAll(() => counters.onApplicationShutdown());

it('gives points back within their window', async () => {
  const counter = counters.counter({ name: 'within', points: 5, seconds: 60 });
  const { giveBack } = await counter.take('key', 5);
  await giveBack();
  expect(await counter.take('key', 10)).toMatchObject({ granted: 5, used: 10 });
});

it('makes no credit for the next window of points of the one before', async () => {
  const counter = counters.counter({ name: 'after', points: 5, seconds: 1 });
  const { giveBack, resetMs } = await counter.take('key', 5);
  await sleep(resetMs + 20);
  await giveBack();
  expect(await counter.take('key', 10)).toMatchObject({ granted: 5, used: 10 });
});
