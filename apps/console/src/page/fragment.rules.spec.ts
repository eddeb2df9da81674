// Tests that a fragment stays one.
import { withFragment } from './fragment.rules.ts';

it('puts a fragment behind the search', () =>
  expect(withFragment('/sign-in?next=%2Fjoin', 'code=ssi_1')).toBe('/sign-in?next=%2Fjoin#code=ssi_1'));

it('adds nothing without one', () => expect(withFragment('/', '')).toBe('/'));
