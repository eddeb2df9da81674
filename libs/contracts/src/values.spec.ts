// Tests the small values that contracts share.
import { defined, fromUnixSeconds, opaqueId, toUnixSeconds } from './values.ts';

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

it('an absent field has no key', () => {
  const place: { city: string; street?: string; floor?: number | null } = { city: 'Bern', street: undefined };
  expect(Object.keys(defined(place))).toEqual(['city']);
  expect(defined({ ...place, floor: null })).toStrictEqual({ city: 'Bern', floor: null });
});

it.each([
  ['019A8E90-1C7D-7A35-9D10-3B1F5A9E2C47', '019a8e90-1c7d-7a35-9d10-3b1f5a9e2c47'],
  ['Product-Title', 'Product-Title'],
])('the id %s is %s to us', (sent, id) => expect(opaqueId.parse(sent)).toBe(id));
