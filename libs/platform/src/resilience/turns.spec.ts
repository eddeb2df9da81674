// Tests that others have their turns while some requests compute.
import { inTurns } from './turns.ts';

const ITEMS = Array.from({ length: 20 }, (_, n) => n);

/** Computes for as long as a turn may last. */
function compute(): void {
  const end = performance.now() + 1;
  while (performance.now() < end);
}

/** Goes through the items. */
async function go(): Promise<number[]> {
  const seen: number[] = [];
  for await (const item of inTurns(ITEMS)) {
    compute();
    seen.push(item);
  }
  return seen;
}

it('gives each item once, and others their turns and most of the time, however many compute', async () => {
  let rounds = 0;
  let isOver = false;
  const count = (): void => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const startedAt = performance.now();
  const seen = await Promise.all([go(), go(), go()]);
  const tookMs = performance.now() - startedAt;
  isOver = true;
  expect(seen).toEqual([ITEMS, ITEMS, ITEMS]);
  // Turns of a millisecond begin every three. How many rounds others make meanwhile is up to what else the machine does.
  expect(tookMs).toBeGreaterThan(2.8 * 3 * ITEMS.length);
  expect(rounds).toBeGreaterThan(ITEMS.length);
});
