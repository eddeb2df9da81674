// ASINs whose beginning makes the marketplace misbehave on purpose, like a payment provider's test cards.

/** Calls with one flaky ASIN that fail before one succeeds. */
export const FLAKY_FAILURES = 2;
/** Extra time of a call with a slow ASIN, in milliseconds. */
export const SLOW_MS = 5000;

const FAULTS = {
  B0MISS: 'missing',
  B0SLOW: 'slow',
  B0FLAKY: 'flaky',
  B0DOWN: 'down',
  B0BAD: 'bad',
} as const;

/** missing: unknown to the marketplace; slow, flaky, down and bad: do it to any call that has such an ASIN. */
export type Fault = (typeof FAULTS)[keyof typeof FAULTS];

/** What is wrong with an ASIN; undefined for a healthy one. */
export function faultOf(asin: string): Fault | undefined {
  return Object.entries(FAULTS).find(([prefix]) => asin.startsWith(prefix))?.[1];
}
