// What the console knows of an import that runs, and how often it asks. Pure.
import type { Import, ImportItem } from '#client';
import { oneOf, searchBy } from '../page/search.rules.ts';
import { csvOf } from '../file/csv.rules.ts';

/** The groups of the items of an import, by what became of them, in the order of their buttons. */
export const BUCKETS = ['failure', 'importing', 'success'] as const satisfies readonly ImportItem['status'][];
export type Bucket = (typeof BUCKETS)[number];

/** The bucket that the address of a page names. */
export const bucketOf = searchBy<{ items?: Bucket }>({ items: oneOf(BUCKETS) });

/** The share of the items that have ended, 0 to 100. */
export function percentOf({ total, importing }: Import['counts']): number {
  return total === 0 ? 100 : Math.floor(((total - importing) / total) * 100);
}

/** Milliseconds until the import is read again when there is no stream of it; false when it has ended. */
export function pollAfter(
  { status, createdAt }: Pick<Import, 'status' | 'createdAt'>,
  now: number,
): number | false {
  if (status !== 'RUNNING') return false;
  const seconds = now / 1000 - createdAt;
  if (seconds < 10) return 1000;
  return seconds < 60 ? 2000 : 5000;
}

/** The import after some of its items have settled. */
export function withSettled(state: Import, settled: readonly ImportItem[], counts: Import['counts']): Import {
  const news = new Map(settled.map((item) => [item.asin ?? item.row, item]));
  return { ...state, counts, items: state.items.map((item) => news.get(item.asin ?? item.row) ?? item) };
}

/** The bucket to look at first: the failures once the import has ended, what is on its way before. */
export function firstBucket({ status, counts }: Pick<Import, 'status' | 'counts'>): Bucket {
  if (status === 'RUNNING') return counts.importing > 0 ? 'importing' : 'success';
  return counts.failure > 0 ? 'failure' : 'success';
}

/** How what has failed can be tried again: by a click, `count` of it where all is known, or by another file. */
type Again = { by: 'retry'; count?: number } | { by: 'upload' };

/** What helps against the failures of an import, once it has ended. `retryable` are the reasons after which the same may succeed. */
export function againOf(
  { status, marketplace, counts, items }: Import,
  retryable: ReadonlySet<string> | undefined,
): Again | undefined {
  if (status === 'RUNNING' || counts.failure === 0) return undefined;
  if (marketplace === undefined) return { by: 'upload' }; // the rows of a file are not kept
  // A long import does not list all of its items: the API knows which of the others may be tried again.
  if (counts.total > items.length) return { by: 'retry' };
  const count = items.filter(({ errorCode }) => errorCode && retryable?.has(errorCode)).length;
  return count > 0 ? { by: 'retry', count } : undefined;
}

/** The items as CSV. */
export function itemsCsv(items: readonly ImportItem[], language: 'en' | 'zh'): string {
  return csvOf(
    ['asin', 'status', 'errorCode', 'errorMessage', 'productId'],
    items.map(({ asin, row, status, errorCode, errorMessage, productId }) => [
      asin ?? row,
      status,
      errorCode,
      errorMessage?.[language],
      productId,
    ]),
  );
}
