// Implements the marketplace's rate limit as a token bucket.

/** Calls per second that the marketplace allows for one operation in one region. */
export const RATE = 2;
/** Calls that it allows at once after a pause: the size of the bucket. */
export const BURST = 2;

/** State of a quota: the tokens left at a time, `at` in milliseconds. */
export interface Bucket {
  tokens: number;
  at: number;
}

/** Takes one token, if there is one. An undefined bucket is a full one; `now` in milliseconds. */
export function takeToken(bucket: Bucket | undefined, now: number): { granted: boolean; bucket: Bucket } {
  const { tokens, at } = bucket ?? { tokens: BURST, at: now };
  const filled = Math.min(BURST, tokens + ((now - at) / 1000) * RATE);
  const granted = filled >= 1;
  return { granted, bucket: { tokens: granted ? filled - 1 : filled, at: now } };
}
