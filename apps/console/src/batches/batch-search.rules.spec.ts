import { batchSearchOf, newBatchSearchOf } from './batch-search.rules.ts';

it('reads for which products a new batch is, in one way only', () => {
  expect(newBatchSearchOf({ import: 'i1', selected: 3, brand: 'Fenwick' })).toEqual({ import: 'i1' });
  expect(newBatchSearchOf({ selected: '3', brand: 'Fenwick' })).toEqual({ selected: 3 });
  expect(newBatchSearchOf({ selected: 'all', brand: 'Fenwick' })).toEqual({ brand: 'Fenwick' });
  expect(newBatchSearchOf({})).toEqual({});
});

it('reads which generations of a batch are listed, and by which code if they failed', () => {
  expect(batchSearchOf({ show: 'FAILED', code: 'ModelTimeout' })).toEqual({
    show: 'FAILED',
    code: 'ModelTimeout',
  });
  expect(batchSearchOf({ show: 'SUCCESS', code: 'ModelTimeout' })).toEqual({ show: 'SUCCESS' });
  expect(batchSearchOf({ show: 'all', code: 'ModelTimeout' })).toEqual({});
});
