// Tests the token bucket: a burst of two, then two per second.
import { takeToken, type Bucket } from './quota.rules.ts';

/** Takes a token at each of these times (in milliseconds); returns which were granted. */
function takeAt(...moments: number[]): boolean[] {
  let bucket: Bucket | undefined;
  return moments.map((now) => {
    const taken = takeToken(bucket, now);
    bucket = taken.bucket;
    return taken.granted;
  });
}

describe('quota', () => {
  it('grants a burst of two calls and refuses the third', () => {
    expect(takeAt(0, 0, 0)).toEqual([true, true, false]);
  });

  it('grants one more call every half second', () => {
    expect(takeAt(0, 0, 499, 500, 501, 1000)).toEqual([true, true, false, true, false, true]);
  });

  it('holds no more than a burst after a long pause', () => {
    expect(takeAt(0, 60_000, 60_000, 60_000)).toEqual([true, true, true, false]);
  });

  it('does not charge refused calls', () => {
    expect(takeAt(0, 0, 100, 200, 300, 400, 500)).toEqual([true, true, false, false, false, false, true]);
  });
});
