// Tests which rows are in the page.
import { gapsOf, rowsWith } from './rows.rules.ts';

describe('rowsWith', () => {
  it.each([
    [-1, [4, 5, 6]],
    [5, [4, 5, 6]],
    [1, [1, 4, 5, 6]],
    [9, [4, 5, 6, 9]],
  ])('keeps row %i, which has the focus', (focused, rows) => {
    expect(rowsWith(focused, [4, 5, 6])).toEqual(rows);
  });
});

describe('gapsOf', () => {
  it('stands for all rows that are left out', () => {
    const rows = [
      { start: 0, end: 44 },
      { start: 440, end: 484 },
      { start: 484, end: 528 },
    ];
    expect(gapsOf(rows, 1000)).toEqual([0, 396, 0, 472]);
    expect(gapsOf([], 1000)).toEqual([1000]);
  });
});
