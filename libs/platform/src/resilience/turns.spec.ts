import { setTimeout as sleep } from 'node:timers/promises';
import { inTurns } from './turns.ts';

/** Computes for some milliseconds. */
function compute(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('gives each item once, and others their turns in between', async () => {
  let others = 0;
  let isOver = false;
  const other = (): void => {
    others += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const items = Array.from({ length: 20 }, (_, n) => n);
  const seen: number[] = [];
  for await (const item of inTurns(items)) {
    compute(3);
    seen.push(item);
  }
  isOver = true;
  expect(seen).toEqual(items);
  expect(others).toBeGreaterThanOrEqual(items.length);
  await sleep(0);
});
