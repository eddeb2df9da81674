// Tests the reader of CSV.
import { fc } from '#testing/property';
import { csvRowsOf } from './csv.rules.ts';
import { csvLine, withoutFormula } from '../products/product-table.rules.ts';

const read = (text: string): string[][] => [...csvRowsOf(text)].filter((cells) => cells.length > 0);

it.each<[string, string[][]]>([
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\r\nb\rc\n\r\n\n', [['a'], ['b'], ['c']]],
  [',\n""', [['', ''], ['']]],
  ['"a,""b""\r\n""",c\n', [['a,"b"\r\n"', 'c']]],
  ['""""', [['"']]],
  [' a , b\n', [[' a ', ' b']]],
  ['a,', [['a', '']]],
  ['', []],
])('%j has the rows %j', (text, rows) => expect(read(text)).toEqual(rows));

it.each([
  ['Row 1: There is a quote', 'a\nb"c'],
  ['Row 1: There is text', 'a\n"b"c'],
  ['The header: A quote is not closed', '"a'],
  ['The header: A quote is not closed.', '"a""'],
  ['Row 2: It has more', `a\nb\n\n${'x'.repeat(600_000)}`],
  ['Row 1: It has more than', `a\n"${'""'.repeat(300_000)}"`],
  ['The header: It has more', ','.repeat(600_000)],
])('%s', (message, text) => expect(() => read(text)).toThrow(message));

it('keeps the first cells of a row that has half a million', () => {
  const rows = read(`${','.repeat(500_000)}\na,b`);
  expect(rows.map((cells) => cells.length)).toEqual([1000, 2]);
});

it.each([
  ['a row of half a million cells', ','.repeat(500_000)],
  ['a cell of half a million quotes', `"${'"'.repeat(500_000)}"`],
])('pauses within %s', (_of, text) => expect([...csvRowsOf(text)].length).toBeGreaterThan(200));

it('what is written as CSV is read as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', "'", '=', '橡', '\u2028') });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }));
  fc.assert(
    fc.property(table, (rows) => {
      const written = rows.map((row) => row.map(withoutFormula));
      expect(read(rows.map(csvLine).join(''))).toEqual(written);
    }),
  );
});
