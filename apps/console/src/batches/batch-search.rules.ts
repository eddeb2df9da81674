// What the addresses of the pages of batches say. Pure.
import { productSearchOf, type ProductSearch } from '../reference/product-search.rules.ts';

/** The products of a new batch: those of an import, those that were selected, or those that the filters choose. */
export interface NewBatchSearch extends ProductSearch {
  /** Id of an import. */
  import?: string;
  /** How many products were selected. Their ids are in the history of the tab in which they were selected. */
  selected?: number;
}

/** The generations of a batch that its page lists, by how they stand. */
export const BUCKETS = ['FAILED', 'RUNNING', 'SUCCESS'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** What the page of a batch lists. */
export interface BatchSearch {
  show?: Bucket;
  /** Only failures with this error code. */
  code?: string;
}

/** What an address says about a new batch. */
export function newBatchSearchOf(given: Readonly<Record<string, unknown>>): NewBatchSearch {
  const selected = Number(given.selected);
  if (typeof given.import === 'string' && given.import !== '') return { import: given.import };
  return Number.isSafeInteger(selected) && selected > 0 ? { selected } : productSearchOf(given);
}

/** What an address says about the list of a batch. */
export function batchSearchOf({ show, code }: Readonly<Record<string, unknown>>): BatchSearch {
  const bucket = BUCKETS.find((known) => known === show);
  if (!bucket) return {};
  return bucket === 'FAILED' && typeof code === 'string' && code !== ''
    ? { show: bucket, code }
    : { show: bucket };
}
