// The token bucket: two at once, two a second.
import { draw, type Bucket } from './quota.rules.ts';

/** Draws at each of these moments (milliseconds); tells which draws were granted. */
function drawAt(...moments: number[]): boolean[] {
  let bucket: Bucket | undefined;
  return moments.map((now) => {
    const drawn = draw(bucket, now);
    bucket = drawn.bucket;
    return drawn.granted;
  });
}

describe('quota', () => {
  it('grants a burst of two and refuses the third', () => {
    expect(drawAt(0, 0, 0)).toEqual([true, true, false]);
  });

  it('grants one more call each half second', () => {
    expect(drawAt(0, 0, 499, 500, 501, 1000)).toEqual([true, true, false, true, false, true]);
  });

  it('saves no more than a burst over a long pause', () => {
    expect(drawAt(0, 60_000, 60_000, 60_000)).toEqual([true, true, true, false]);
  });

  it('does not charge for refused calls', () => {
    expect(drawAt(0, 0, 100, 200, 300, 400, 500)).toEqual([true, true, false, false, false, false, true]);
  });
});
