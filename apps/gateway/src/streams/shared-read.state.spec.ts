// Tests how often a record is read for the streams that follow it.
import { setTimeout as sleep } from 'node:timers/promises';
import { SharedRead } from './shared-read.state.ts';

/** When each reading began and ended, by performance.now(). */
let readings: { from: number; to: number }[];
beforeEach(() => {
  readings = [];
});

/** Reads a record, which takes this many milliseconds. */
const reading = (ms: number) => async (): Promise<number> => {
  const from = performance.now();
  await sleep(ms);
  readings.push({ from, to: performance.now() });
  return readings.length;
};

it('reads once for all who ask before a reading begins', async () => {
  const shared = new SharedRead<number>(50);
  const all = await Promise.all(Array.from({ length: 3 }, () => shared.read(reading(1))));
  expect(all).toEqual([1, 1, 1]);
  const [first, second] = await Promise.all([shared.read(reading(1)), shared.read(reading(1))]);
  expect([first, second]).toEqual([2, 2]);
  // Timers cut parts of a millisecond, and may end one early.
  expect(readings[1]!.from - readings[0]!.from).toBeGreaterThan(45);
});

it('reads a record that takes long more rarely', async () => {
  const shared = new SharedRead<number>(1);
  await shared.read(reading(15));
  await shared.read(reading(1));
  const [{ from, to }, next] = readings as [{ from: number; to: number }, { from: number }];
  expect(next.from - to).toBeGreaterThan(10 * (to - from));
});

it('goes on after a reading that fails', async () => {
  const shared = new SharedRead<number>(1);
  const failure = new Error('away');
  await expect(shared.read(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(await shared.read(reading(1))).toBe(1);
});
