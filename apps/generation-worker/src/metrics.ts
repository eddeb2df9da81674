// The metrics of the generation worker.
import { histogram } from '#platform/observability';

/** Time from a call to the first piece of the answer, which a reader of live text waits for. */
export const firstTokens = histogram(
  'generation_time_to_first_token_seconds',
  'From the call of a model to the first piece of its answer.',
  ['model'],
);
