import { inTurns } from './turns.ts';

const ITEMS = Array.from({ length: 20 }, (_, n) => n);

/** Longer than a turn, in milliseconds. */
const ITEM_MS = 3;

function compute(): void {
  const end = performance.now() + ITEM_MS;
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

it('gives each item once, and others more than half of the time, however many compute', async () => {
  const startedAt = performance.now();
  expect(await Promise.all([go(), go(), go()])).toEqual([ITEMS, ITEMS, ITEMS]);
  expect(performance.now() - startedAt).toBeGreaterThan(2 * 3 * ITEMS.length * ITEM_MS);
});
