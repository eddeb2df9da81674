// Reads the work of a feature that runs, for the header of every page.
import type { QueryClient, UseQueryOptions } from '@tanstack/react-query';

/** A piece of work in progress. */
export interface WorkItem {
  /** Its text is `work.kinds.<kind>` of the shell, with the name. */
  kind: 'import' | 'generation' | 'batch' | 'experiment';
  id: string;
  name: string;
  /** Path of its page. */
  to: string;
  /** How much of it has ended, of how much; absent when that is not known. */
  done?: number;
  total?: number;
}

/** Milliseconds between two readings while something runs. */
const BUSY_MS = 5000;

interface Work<R> {
  kind: WorkItem['kind'];
  /** The area of its pages, such as `imports`. */
  area: string;
  /** Milliseconds between two readings while nothing runs. */
  idleMs: number;
  /** What runs is among these. */
  read: (signal: AbortSignal) => Promise<readonly R[]>;
  describe: (record: R) => Pick<WorkItem, 'name' | 'done' | 'total'>;
  /** Tells the person, and all that was read, how a piece has ended that ran at the reading before. */
  announce?: (record: R, queries: QueryClient) => Promise<void>;
}

export function runningWork<R extends { id: string; status: string }>(
  work: Work<R>,
): UseQueryOptions<readonly WorkItem[]> {
  const { kind, area, idleMs, read, describe, announce } = work;
  let before = new Set<string>();
  return {
    queryKey: [area, 'running'],
    queryFn: async ({ signal, client }) => {
      const records = await read(signal);
      for (const one of records)
        if (before.has(one.id) && one.status !== 'RUNNING') void announce?.(one, client);
      const running = records.filter(({ status }) => status === 'RUNNING');
      before = new Set(running.map(({ id }) => id));
      return running.map((one) => ({ kind, id: one.id, to: `/${area}/${one.id}`, ...describe(one) }));
    },
    refetchInterval: ({ state: { data } }) => (data?.length ? BUSY_MS : idleMs),
  };
}
