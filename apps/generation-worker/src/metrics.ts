// The metrics of the generation worker.
import { counter, histogram } from '#platform/observability';

/** Time from a call to the first piece of the answer, which a reader of live text waits for. */
export const firstTokens = histogram(
  'generation_time_to_first_token_seconds',
  'From the call of a model to the first piece of its answer.',
  ['model'],
);

export const refusals = counter(
  'model_refusals_total',
  'Calls that a model server refused or did not get, because it is away, loads or limits.',
  ['model'],
);

/** Tokens of a call, as the model reports them. Name, labels and buckets are those of OpenTelemetry. */
export const tokenUsage = histogram(
  'gen_ai_client_token_usage',
  'Tokens of a call of a model, by type: input or output.',
  ['gen_ai_request_model', 'gen_ai_token_type'],
  Array.from({ length: 14 }, (_, i) => 4 ** i),
);
