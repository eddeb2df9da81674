// Decides how many deliveries a webhook may have under way, and when its failures begin anew. Pure.

/** Duration from which on an answer is slow, in milliseconds. */
const SLOW_MS = 2000;
/** Places of a webhook while its tries fail: enough to find out when it is back. */
export const PLACES_WHILE_FAILING = 2;
/**
 * Places of a webhook: its deliveries that may be in the queue or with workers. Each slow answer halves them, and each
 * quick one gives one back.
 */
export const PLACES = { most: 20, fewest: 2 };

/**
 * Time without a failure after which failures begin anew, in milliseconds: longer than the longest pause between two
 * tries (28.8 h), with an hour for a try that has to wait. Nothing is known of a time in which nothing was tried.
 */
export const FAILURE_GAP_MS = 30 * 3_600_000;

/** True for an answer, or a wait for one, that holds a place for long. */
export function isSlow(ms: number): boolean {
  return ms >= SLOW_MS;
}

/** The host of a URL. Ports of one host, and a dot at its end, are the same receiver. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, '');
}
