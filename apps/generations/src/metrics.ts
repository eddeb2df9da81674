// Metrics of the generations service. An end is counted once, after its transaction is committed.
import { counter, histogram } from '#platform/observability';

/** Label of models that are no longer enabled. */
export const OTHER_MODEL = 'other';

export const generations = counter(
  'generations_total',
  'Generations that ended, by status, model and error code (empty with SUCCESS), and whether they were members of batches.',
  ['status', 'model', 'code', 'batch'], // all of the next one: `rate` misses the first of a series, and the two are subtracted
);

export const durations = histogram(
  'generation_duration_seconds',
  'From the acceptance of a generation to its end, waiting included; members of batches wait by design.',
  ['model', 'status', 'batch'],
);

export const fenced = counter(
  'late_result_fenced_total',
  'Results refused because their claim was no longer the latest.',
  [],
);

export const redispatched = counter(
  'redispatched_jobs_total',
  'Jobs that the reconciler queued again because the queue had lost them.',
  [],
);
