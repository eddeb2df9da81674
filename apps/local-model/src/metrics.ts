// The metrics of the local model.
import { counter, histogram } from '#platform/observability';

/** Tokens that were read and written, by type: input or output. */
export const tokens = counter(
  'local_model_tokens_total',
  'Tokens of the local model, by type: input or output.',
  ['type'],
);

/** Time from a request to the beginning of its answer, while others were answered. */
export const waited = histogram(
  'local_model_queue_seconds',
  'Time that a request waited until the local model began to read it.',
  [],
);
