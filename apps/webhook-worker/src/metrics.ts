// The metrics of the webhook worker.
import { histogram } from '#platform/observability';

/** Tries to deliver an event. `outcome` is delivered, or why the try failed. */
export const webhookCalls = histogram(
  'webhook_call_duration_seconds',
  'Tries to deliver an event to a webhook, by outcome: delivered, or the error code.',
  ['outcome'],
);
