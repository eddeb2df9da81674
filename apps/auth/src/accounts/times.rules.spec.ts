// Moments as the API gives them.
import { unixSeconds } from './times.rules.ts';

describe('unixSeconds', () => {
  it.each([
    ['1970-01-01T00:00:00.000Z', 0],
    ['2026-11-21T07:00:00.000Z', 1795244400],
    ['2026-11-21T07:00:00.999Z', 1795244400],
  ])('%s is %d', (moment, seconds) => {
    expect(unixSeconds(new Date(moment))).toBe(seconds);
  });
});
