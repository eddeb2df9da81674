// Tests the places that work has by key: how much runs and waits at once, and that keys do not wait for each other.
import { setTimeout as sleep } from 'node:timers/promises';
import { Bulkhead } from './bulkhead.ts';

const refusal = (): Error => new Error('refused');
const LIMITS = { atOnce: 2, waiting: 1, waitMs: 60_000 };

it('runs two pieces of work of a key at once, lets one wait, and refuses more', async () => {
  const places = new Bulkhead(LIMITS);
  const begun: number[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const run = (n: number, key = 'a') =>
    places.run(
      key,
      async () => {
        begun.push(n);
        await gate;
        return n;
      },
      refusal,
    );
  const first = [run(1), run(2), run(3)];
  await expect(run(4)).rejects.toThrow('refused');
  const other = run(5, 'b');
  await sleep(5);
  expect(begun).toEqual([1, 2, 5]);
  open();
  expect(await Promise.all([...first, other])).toEqual([1, 2, 3, 5]);
  expect(await run(6)).toBe(6);
});

it('refuses work that has waited for too long, and keeps no place for it', async () => {
  const places = new Bulkhead({ atOnce: 1, waiting: 1, waitMs: 5 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const first = places.run('a', () => gate, refusal);
  await expect(places.run('a', () => Promise.resolve(), refusal)).rejects.toThrow('refused');
  open();
  await first;
  expect(await places.run('a', () => Promise.resolve('next'), refusal)).toBe('next');
});

it('gives the place of work that fails to the next', async () => {
  const places = new Bulkhead({ ...LIMITS, atOnce: 1 });
  const failing = places.run('a', () => Promise.reject(new Error('own')), refusal);
  const next = places.run('a', () => Promise.resolve('next'), refusal);
  await expect(failing).rejects.toThrow('own');
  expect(await next).toBe('next');
});
