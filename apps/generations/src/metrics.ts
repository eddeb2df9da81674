// What the generations service counts, each once, when it is committed.
import { counter, histogram } from '#platform/observability';

/** Label of models that are not enabled any more. */
export const OTHER_MODEL = 'other';

/** Generations that ended. */
export const generations = counter('generations_total', 'Generations that ended, by status and model.', [
  'status',
  'model',
]);

/** What a client waits for. */
export const durations = histogram(
  'generation_duration_seconds',
  'From the acceptance of a generation to its end, waiting included.',
  ['model'],
);

/** Results that came too late. */
export const fenced = counter(
  'late_result_fenced_total',
  'Results refused because their claim was no longer the latest.',
  [],
);
