// Lets the other requests of a process have their turns while some of them compute.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Longest turn, and the time from the begin of one to that of the next one, in milliseconds: what is long gets a tenth of a
 * processor, however many requests compute. A file of 5 MB, the largest one, takes about a second so; with a third of a processor
 * for it, four clients that send such files made the requests of others three times as slow. Not in proportion to what a turn
 * took: where the processor is taken away in a turn, all others would wait.
 */
const TURN_MS = 1;
const EVERY_MS = 10;

/** When the next turn may begin, by performance.now(). Turns follow one another, however many requests compute. */
let nextAt = 0;

/** The items of something that may take long to go through, in turns. The first one begins at once: what is short waits for nobody. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T> {
  let startedAt = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - startedAt < TURN_MS) continue;
    await nextTurn();
    startedAt = performance.now();
  }
}

function nextTurn(): Promise<void> {
  const now = performance.now();
  const at = Math.max(now, nextAt);
  nextAt = at + EVERY_MS;
  return sleep(at - now);
}
