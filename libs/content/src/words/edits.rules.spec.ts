// How much of a text was changed.
import { editShareOf } from '#content';

it.each([
  ['Solid oak desk', 'Solid oak desk', 0],
  ['Solid oak desk', 'solid OAK desk!', 0],
  ['Solid oak desk with drawers', 'Solid oak desk with six drawers', 1 / 6],
  ['Solid oak desk', 'Solid elm desk', 1 / 3],
  ['Solid oak', 'A table of steel', 1],
  ['', '', 0],
  ['', 'new', 1],
  ['橡木书桌', '橡木餐桌', 1 / 4],
])('the changed share of %j and %j is %d', (one, other, share) => {
  expect(editShareOf(one, other)).toBeCloseTo(share, 12);
  expect(editShareOf(other, one)).toBeCloseTo(share, 12);
});

it('the changed share of long texts is that of their beginnings', () => {
  expect(editShareOf('oak '.repeat(50_000), 'elm '.repeat(50_000))).toBe(1);
});
