import { fromOf, versionsOf } from './application-search.rules.ts';

it('reads versions, and leaves out what is none', () => {
  expect(versionsOf({ version: 2, with: '1' })).toEqual({ version: 2, with: 1 });
  expect(versionsOf({ version: 0, with: 'x', other: 3 })).toEqual({});
});

it('reads what is copied', () => {
  expect(fromOf({ from: 'product-title' })).toEqual({ from: 'product-title' });
  expect(fromOf({ from: 7 })).toEqual({});
});
