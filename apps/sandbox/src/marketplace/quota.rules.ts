// The marketplace's rate limit: a token bucket that refills steadily.

/** Calls a second that the marketplace allows for one operation in one region. */
export const RATE = 2;
/** Calls that it allows at once after a pause. */
export const BURST = 2;

/** What is left of a quota; `at` in milliseconds. */
export interface Bucket {
  tokens: number;
  at: number;
}

/** Draws one token, if there is one. No bucket yet means a full one; `now` in milliseconds. */
export function draw(bucket: Bucket | undefined, now: number): { granted: boolean; bucket: Bucket } {
  const { tokens, at } = bucket ?? { tokens: BURST, at: now };
  const filled = Math.min(BURST, tokens + ((now - at) / 1000) * RATE);
  const granted = filled >= 1;
  return { granted, bucket: { tokens: granted ? filled - 1 : filled, at: now } };
}
