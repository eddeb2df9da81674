// Lets the other requests of a process have their turns while some of them compute.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Longest turn, and the usual time from the begin of one to that of the next one, in milliseconds: somebody else's request has
 * some hops to wait for. Not in proportion to what a turn took: where the processor is taken away in a turn, all others would wait.
 */
const TURN_MS = 1;
const EVERY_MS = 3;

/** When the next turn may begin, by performance.now(). Turns follow one another, however many requests compute. */
let nextAt = 0;

/**
 * The items of something that may take long to go through, in turns, which begin every `everyMs` milliseconds. The first one
 * begins at once: what is short waits for nobody.
 */
export async function* inTurns<T>(items: Iterable<T>, everyMs = EVERY_MS): AsyncGenerator<T> {
  let startedAt = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - startedAt < TURN_MS) continue;
    await nextTurn(everyMs);
    startedAt = performance.now();
  }
}

function nextTurn(everyMs: number): Promise<void> {
  const now = performance.now();
  const at = Math.max(now, nextAt);
  nextAt = at + everyMs;
  return sleep(at - now);
}
