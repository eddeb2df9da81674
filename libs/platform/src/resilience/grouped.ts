// Lets calls that come while one runs go together in the next run: a transaction for several costs little more than for one.
import { setTimeout as sleep } from 'node:timers/promises';

/** Most calls of a run. */
const MOST = 16;
/** Longest time that a call waits for the run before its own, in milliseconds: what is stuck there may hold nobody else up. */
const PATIENCE_MS = 50;

/** Calls that go together, in the order in which they came, and what comes of them. */
interface Group<T, R> {
  items: T[];
  results: Promise<readonly R[]>;
}

/**
 * A function for single calls of `run`, which gives one result for each item. A call runs at once if none is under way; those
 * that come meanwhile wait, 50 ms at most, and go together, at most 16 of them. When a run of several fails, each of its calls
 * is run again alone, so that none fails for another: a run that has failed may have done nothing.
 */
export function grouped<T, R>(run: (items: readonly T[]) => Promise<readonly R[]>): (item: T) => Promise<R> {
  let latest: Promise<unknown> = Promise.resolve();
  let underWay = 0;
  let waiting: Group<T, R> | undefined;

  const runAfter = async (before: Promise<unknown>, items: readonly T[]): Promise<readonly R[]> => {
    if (underWay > 0) await Promise.race([before, sleep(PATIENCE_MS, undefined, { ref: false })]);
    else await Promise.resolve(); // calls of the same turn of the event loop go together
    if (waiting?.items === items) waiting = undefined;
    underWay += 1;
    return run(items).finally(() => (underWay -= 1));
  };

  return async (item) => {
    if (!waiting || waiting.items.length === MOST) {
      const items: T[] = [];
      waiting = { items, results: runAfter(latest, items) };
      latest = waiting.results.catch(() => undefined);
    }
    const { items, results } = waiting;
    const place = items.push(item) - 1;
    try {
      return (await results)[place]!;
    } catch (error) {
      if (items.length === 1) throw error;
      return (await run([item]))[0]!;
    }
  };
}

/** As `grouped`, for each key alone: a run has items of one key. */
export function groupedBy<T, R>(
  keyOf: (item: T) => string,
  run: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  const groups = new Map<string, { call: (item: T) => Promise<R>; pending: number }>();
  return async (item) => {
    const key = keyOf(item);
    const group = groups.get(key) ?? { call: grouped(run), pending: 0 };
    groups.set(key, group);
    group.pending += 1;
    try {
      return await group.call(item);
    } finally {
      group.pending -= 1;
      if (group.pending === 0) groups.delete(key);
    }
  };
}
