// The rules of limits.
import { addressGroup, isDeeperThan, secondsUntil, signInDelayMs } from './limits.rules.ts';

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('depth', () => {
  it('counts arrays and objects', () => {
    expect(isDeeperThan(nested(32), 32)).toBe(false);
    expect(isDeeperThan(nested(33), 32)).toBe(true);
    expect(isDeeperThan({ a: { b: [1] } }, 2)).toBe(true);
    expect(isDeeperThan({ a: { b: 1 } }, 2)).toBe(false);
  });

  it('of a plain value is none', () => {
    for (const value of ['text', 1, true, null, undefined]) expect(isDeeperThan(value, 0)).toBe(false);
  });

  it('cannot exhaust the stack', () => expect(isDeeperThan(nested(60_000), 32)).toBe(true));
});

describe('one address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['what a proxy made up', 'what a proxy made up'],
  ])('of %s is %s', (address, group) => expect(addressGroup(address)).toBe(group));
});

describe('the delay of a sign-in', () => {
  it.each([
    [0, 0],
    [9, 0],
    [10, 200],
    [11, 400],
    [19, 2000],
    [10_000, 2000],
  ])('after %i failures is %i ms', (failures, ms) => expect(signInDelayMs(failures, 10)).toBe(ms));
});

describe('the seconds until a moment', () => {
  it('are a minute for a minute, whatever the clock says', () => {
    const told = new Set<number>();
    for (let now = 1.1; now < 1e6; now += 997.123_456) told.add(secondsUntil(now + 60_000, now));
    expect(told).toEqual(new Set([60]));
  });

  it.each([
    [59_001, 60],
    [1000, 1],
    [0, 1],
    [-5, 1],
  ])('in %i ms are %i', (ms, seconds) => expect(secondsUntil(1000 + ms, 1000)).toBe(seconds));
});
