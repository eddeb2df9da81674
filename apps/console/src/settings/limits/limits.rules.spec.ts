// Tests the reading of limits.
import { limitOf, microsOf } from './limits.rules.ts';

describe('limitOf', () => {
  it('reads the headers of an answer', () => {
    const headers = { 'ratelimit-policy': '"read";q=3000;w=60', ratelimit: '"read";r=2999;t=41' };
    expect(limitOf(new Headers(headers))).toEqual({ most: 3000, seconds: 60, left: 2999 });
  });

  it('knows nothing without them', () => expect(limitOf(new Headers())).toBeUndefined());
});

describe('microsOf', () => {
  it.each([
    ['25', 25_000_000],
    [' 0.0015 ', 1500],
    ['0', 0],
    ['', null],
    ['-1', undefined],
    ['a lot', undefined],
    ['1e12', undefined],
  ])('reads %j', (text, micros) => expect(microsOf(text)).toBe(micros));
});
