// Lets the other requests of a process have their turns while some of them compute.
import { setTimeout as sleep } from 'node:timers/promises';

/** Longest turn, in milliseconds, and the part of the time that turns may take: somebody else's request has some hops to wait for. */
const TURN_MS = 1;
const PART = 1 / 3;

/** When the next turn may begin. One follows the other, however many requests compute. */
let nextAt = 0;

/** The items of something that takes long to go through, in turns. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T> {
  await nextTurn(0);
  let startedAt = performance.now();
  for (const item of items) {
    yield item;
    const tookMs = performance.now() - startedAt;
    if (tookMs < TURN_MS) continue;
    await nextTurn(tookMs);
    startedAt = performance.now();
  }
}

/** Waits for a turn, which is taken to be as long as the one before it. */
function nextTurn(tookMs: number): Promise<void> {
  const now = performance.now();
  const at = Math.max(now, nextAt);
  nextAt = at + Math.max(TURN_MS, tookMs) / PART;
  return sleep(at - now);
}
