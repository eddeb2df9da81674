// Metrics of the catalogue. Each is counted when the transaction is committed.
import { counter } from '#platform/observability';

export const resolvedItems = counter(
  'import_items_total',
  'Items of imports that were resolved: success or the error code.',
  ['marketplace', 'outcome'],
);

export const fencedResults = counter(
  'late_result_fenced_total',
  'Results refused because their claim was no longer the latest.',
  [],
);

export const redispatched = counter(
  'redispatched_jobs_total',
  'Jobs that the reconciler queued again because the queue had lost them.',
  [],
);
