// Metrics of notifications.
import { counter } from '#platform/observability';

export const kept = counter('feed_events_total', 'Events that the feed has taken, by type.', ['type']);

export const deliveries = counter(
  'webhook_deliveries_total',
  'Deliveries that ended, by status: DELIVERED or DEAD.',
  ['status'],
);
