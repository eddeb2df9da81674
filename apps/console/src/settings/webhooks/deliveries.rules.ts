// How deliveries of events are read. Pure.
import type { Delivery, FeedType } from '#client';

/** Milliseconds until the log is read again while a try is due, and while one waits for its time. */
const SOON_MS = 1000;
const LATER_MS = 10_000;

/** A new type of the API does not compile until it has its line. */
const TYPES: Record<FeedType, true> = {
  'product.created': true,
  'product.updated': true,
  'product.deleted': true,
  'import.completed': true,
  'generation.succeeded': true,
  'generation.failed': true,
  'generation.reviewed': true,
  'batch.completed': true,
  'quality.changed': true,
  'session.reuse_detected': true,
  'webhook.disabled': true,
};

/** The types of events that a webhook may be sent. */
export const FEED_TYPES = Object.keys(TYPES) as FeedType[];

/** Milliseconds until deliveries are read again; false when nothing changes by itself. */
export function pollAfter(deliveries: readonly Delivery[]): number | false {
  const pending = deliveries.filter(({ status }) => status === 'PENDING');
  if (pending.length === 0) return false;
  return pending.some(({ nextAttemptAt }) => nextAttemptAt === undefined) ? SOON_MS : LATER_MS;
}

/** The body of a request with line ends, if it is JSON. */
export function prettyOf(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
