import { batchSearchOf, newSearchOf } from './search.rules.ts';

it('reads for which products a new batch is, in one way only', () => {
  expect(newSearchOf({ import: 'i1', selected: 3, brand: 'Fenwick' })).toEqual({ import: 'i1' });
  expect(newSearchOf({ selected: '3', brand: 'Fenwick' })).toEqual({ selected: 3 });
  expect(newSearchOf({ selected: 'all', brand: 'Fenwick' })).toEqual({ brand: 'Fenwick' });
  expect(newSearchOf({})).toEqual({});
});

it('reads which generations of a batch are listed, and by which code if they failed', () => {
  expect(batchSearchOf({ show: 'FAILED', code: 'ModelTimeout' })).toEqual({
    show: 'FAILED',
    code: 'ModelTimeout',
  });
  expect(batchSearchOf({ show: 'SUCCESS', code: 'ModelTimeout' })).toEqual({ show: 'SUCCESS' });
  expect(batchSearchOf({ show: 'all', code: 'ModelTimeout' })).toEqual({});
});
