// Tests when the window of a limit ends.
import { secondsUntil } from './rate-limit.rules.ts';

describe('secondsUntil', () => {
  it('is 60 for a minute at any time of the clock', () => {
    const results = new Set<number>();
    for (let now = 1.1; now < 1e6; now += 997.123_456) results.add(secondsUntil(now + 60_000, now));
    expect(results).toEqual(new Set([60]));
  });

  it.each([
    [59_001, 60],
    [1000, 1],
    [0, 1],
    [-5, 1],
  ])('turns %i ms into %i s', (ms, seconds) => expect(secondsUntil(1000 + ms, 1000)).toBe(seconds));
});
