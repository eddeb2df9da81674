// Lets the other requests of a process have their turns while some of them compute.
import { setImmediate as nextRound } from 'node:timers/promises';

/** Longest turn, in milliseconds: a request of somebody else waits for some rounds of the event loop, each with one turn. */
const TURN_MS = 2;

/** The last turn that was asked for. One follows the other, so that no round has two of them, however many requests compute. */
let last: Promise<void> = Promise.resolve();

/** The items of something that takes long to go through, in turns. */
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

function nextTurn(): Promise<void> {
  last = last.then(() => nextRound());
  return last;
}
