// Metrics of notifications.
import { counter, gauge } from '#platform/observability';

export const kept = counter('feed_events_total', 'Events that the feed has taken, by type.', ['type']);

export const deliveries = counter(
  'webhook_deliveries_total',
  'Deliveries that ended, by status: DELIVERED or DEAD.',
  ['status'],
);

/** The age of what is due would not tell whether there are enough workers: a slow receiver may have events due for days. */
export const queueFull = gauge(
  'webhook_queue_full_seconds',
  'For how long deliveries that are due have found no room in the queue; 0 while it has room.',
  [],
);
