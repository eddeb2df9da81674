// Lets the other requests of a process have their turns while one of them computes.
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Time after which others have their turn, in milliseconds. An account may compute several answers at once, each of which takes
 * this long in every round of the event loop, and a request of somebody else waits for some rounds.
 */
const TURN_MS = 2;

/** The items of something that takes long to go through, in turns; the first one comes in a turn of its own. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T> {
  await nextTurn();
  let startedAt = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - startedAt < TURN_MS) continue;
    await nextTurn();
    startedAt = performance.now();
  }
}
