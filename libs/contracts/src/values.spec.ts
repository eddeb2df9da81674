// Tests the small values that contracts share.
import { fromUnixSeconds, toUnixSeconds } from './values.ts';

describe('toUnixSeconds', () => {
  it.each([
    ['1970-01-01T00:00:00.000Z', 0],
    ['2026-11-21T07:00:00.000Z', 1795244400],
    ['2026-11-21T07:00:00.999Z', 1795244400],
  ])('turns %s into %d', (moment, seconds) => {
    expect(toUnixSeconds(new Date(moment))).toBe(seconds);
    expect(toUnixSeconds(fromUnixSeconds(seconds))).toBe(seconds);
  });
});
