// The rules of body limits.
import { isDeeperThan } from './limits.rules.ts';

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
