// Tests places that keys share.
import { SharedPlaces } from './shared-places.ts';

it('bounds the places of each key and of all keys', () => {
  const places = new SharedPlaces(3, 2);
  expect([places.enter('a'), places.enter('a'), places.enter('a')]).toEqual([true, true, false]);
  expect(places.isFull).toBe(false);
  expect([places.enter('b'), places.enter('c')]).toEqual([true, false]);
  expect(places.isFull).toBe(true);
  places.leave('a');
  expect([places.enter('c'), places.enter('a')]).toEqual([true, false]);
  for (const key of ['a', 'b', 'c']) places.leave(key);
  expect([places.enter('a'), places.enter('a'), places.enter('b')]).toEqual([true, true, true]);
});
