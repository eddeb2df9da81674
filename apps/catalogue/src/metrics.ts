// What the catalogue counts, each once, when it is committed.
import { counter } from '#platform/observability';

/** Items of imports. */
export const settledItems = counter(
  'import_items_total',
  'Items of imports that were settled: success or the error code.',
  ['marketplace', 'outcome'],
);

/** Results that came too late. */
export const fenced = counter(
  'late_result_fenced_total',
  'Results refused because their claim was no longer the latest.',
  [],
);
