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

it('gives each item once, and others many rounds between two turns, however many compute', async () => {
  let rounds = 0;
  let isOver = false;
  const count = (): void => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const seen = await Promise.all([go(), go(), go()]);
  isOver = true;
  expect(seen).toEqual([ITEMS, ITEMS, ITEMS]);
  expect(rounds).toBeGreaterThan(10 * 3 * ITEMS.length);
});
