// Tests the rules of rate limits.
import { addressGroup, secondsUntil } from './rate-limit.rules.ts';

describe('addressGroup', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['what a proxy made up', 'what a proxy made up'],
  ])('counts %s as %s', (address, group) => expect(addressGroup(address)).toBe(group));
});

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
