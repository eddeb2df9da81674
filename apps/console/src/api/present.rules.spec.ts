import { patchBetween, present } from './present.rules.ts';

it('leaves out what is undefined, and nothing else', () => {
  const record = present({ none: undefined, nothing: null, empty: '', zero: 0, no: false });
  expect(Object.entries(record)).toEqual([
    ['nothing', null],
    ['empty', ''],
    ['zero', 0],
    ['no', false],
  ]);
});

it('gives the fields that have changed, lists and records by what is in them', () => {
  const before = {
    url: 'https://a.example',
    types: ['a', 'b'],
    limit: { most: 1 },
    note: null as string | null,
  };
  expect(patchBetween(before, structuredClone(before))).toEqual({});
  const now = { ...before, types: ['a'], note: 'x' };
  expect(patchBetween(before, now)).toEqual({ types: ['a'], note: 'x' });
  expect(patchBetween(now, before)).toEqual({ types: ['a', 'b'], note: null });
});
