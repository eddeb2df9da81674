import { present } from './present.rules.ts';

it('leaves out what is undefined, and nothing else', () => {
  const record = present({ none: undefined, nothing: null, empty: '', zero: 0, no: false });
  expect(Object.entries(record)).toEqual([
    ['nothing', null],
    ['empty', ''],
    ['zero', 0],
    ['no', false],
  ]);
});
