// Metrics of notifications.
import { counter } from '#platform/observability';

export const kept = counter('feed_events_total', 'Events that the feed has taken, by type.', ['type']);

export const tries = counter(
  'webhook_tries_total',
  'Tries to deliver an event to a webhook, by outcome: ok, or why it failed.',
  ['outcome'],
);
