// Tests the loop of background work: how much it does at once and for how long, and where the next run goes on.
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkLoop } from './work-loop.ts';

afterEach(() => mock.restoreAll());

/** A loop over numbers that wait, with a clock that the work moves on by `eachMs` milliseconds. */
function counted(waiting: number[], eachMs = 0) {
  let now = 0;
  mock.method(performance, 'now', () => now);
  const done: number[] = [];
  let finds = 0;
  const loop = new WorkLoop<number>({
    find: () => {
      finds += 1;
      return Promise.resolve(waiting.slice(0, 10));
    },
    work: async (one) => {
      await sleep(1);
      now += eachMs;
      done.push(one);
      waiting.splice(waiting.indexOf(one), 1);
    },
  });
  return { loop, done, finds: () => finds };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

it('goes on until nothing waits', async () => {
  const { loop, done, finds } = counted(numbers(25));
  await loop.run();
  expect(done).toHaveLength(25);
  expect(finds()).toBe(4);
});

it('does a few pieces at once', async () => {
  let now = 0;
  let most = 0;
  const rounds = [numbers(12), []];
  const loop = new WorkLoop<number>({
    find: () => Promise.resolve(rounds.shift() ?? []),
    work: async () => {
      now += 1;
      most = Math.max(most, now);
      await sleep(2);
      now -= 1;
    },
    atOnce: 3,
  });
  await loop.run();
  expect(most).toBe(3);
});

it('begins nothing after 20 seconds, and the next run goes on with what was found', async () => {
  const waiting = numbers(10);
  const { loop, done } = counted(waiting, 4000);
  await loop.run();
  expect(done.length).toBeGreaterThanOrEqual(5);
  expect(done.length).toBeLessThan(10);
  const before = done.length;
  waiting.unshift(99);
  await loop.run();
  expect(done.slice(before, 10)).toEqual(numbers(10).slice(before));
});

it('does the other pieces when one fails, and asks again only in the next run when nothing came of it', async () => {
  let finds = 0;
  const tried: number[] = [];
  const loop = new WorkLoop<number>({
    find: () => {
      finds += 1;
      return Promise.resolve([1, 2, 3]);
    },
    work: (one) => {
      tried.push(one);
      return one === 2 ? Promise.reject(new Error('two')) : Promise.resolve(false);
    },
  });
  await expect(loop.run()).rejects.toThrow('two');
  expect(tried).toEqual([1, 2, 3]);
  expect(finds).toBe(1);
});
