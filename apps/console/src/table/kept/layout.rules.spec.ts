// Tests how a person's choice of columns is kept and applied.
import { arranged, inOrder, moved, USUAL } from './layout.rules.ts';

const COLUMNS = ['a', 'b', 'c'].map((id) => ({ id, size: 100 }));
const idsOf = (columns: readonly { id: string }[]) => columns.map(({ id }) => id).join('');

it('shows the usual columns until something is chosen', () =>
  expect(arranged(COLUMNS, USUAL)).toEqual(COLUMNS));

it('moves a column by one, and not beyond the ends', () => {
  const once = moved(USUAL, ['a', 'b', 'c'], 'c', -1);
  expect(idsOf(arranged(COLUMNS, once))).toBe('acb');
  expect(moved(once, ['a', 'c', 'b'], 'a', -1).order).toEqual(['a', 'c', 'b']);
  expect(moved(once, ['a', 'c', 'b'], 'b', 1).order).toEqual(['a', 'c', 'b']);
});

it('leaves out what is hidden, widens what is to be wide, and appends columns that are new', () => {
  const layout = { order: ['gone', 'b', 'a'], hidden: ['a'], widths: { b: 'large' } } as const;
  expect(arranged(COLUMNS, layout)).toEqual([
    { id: 'b', size: 160 },
    { id: 'c', size: 100 },
  ]);
  expect(idsOf(inOrder(COLUMNS, layout))).toBe('bac');
});
