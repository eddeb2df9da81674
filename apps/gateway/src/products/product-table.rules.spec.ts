// Tests the rows of exported products.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { fc } from '#testing/property';
import type { Product } from '#contracts';
import { exampleProducts } from '../openapi/examples/examples.ts';
import {
  cellsOf,
  COLUMNS,
  csvLine,
  productRowOf,
  sheetCellsOf,
  withoutFormula,
} from './product-table.rules.ts';
import { spreadsheetOf } from './spreadsheet.client.ts';

const [example] = exampleProducts.products as [Product];

it('every field of a product but its version has a column', () => {
  const fields = Object.keys(example);
  expect(fields.filter((field) => !(COLUMNS as readonly string[]).includes(field))).toEqual(['version']);
  expect(cellsOf(example)).toHaveLength(COLUMNS.length);
});

it('lists are joined so that their entries can be told apart', () => {
  const cells = cellsOf({ ...example, tags: ['a|b', 'c\\', 'd'], keywords: [] });
  expect(cells[COLUMNS.indexOf('tags')]).toBe('a\\|b|c\\\\|d');
  expect(cells[COLUMNS.indexOf('keywords')]).toBe('');
});

it('a line of CSV quotes every text, so that no other separator ends a cell', () => {
  const cells = ['a', 'b,c', 'say "hi"', 'two\nlines', '', 'x;=1+1', 7];
  expect(csvLine(cells)).toBe('"a","b,c","say ""hi""","two\nlines",,"x;=1+1",7\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\u3000-1', '＝1', `'=1`, `''+1`])(
  '%j is no formula',
  (text) => {
    expect(withoutFormula(text)).toBe(`'${text}`);
  },
);

it('only one apostrophe is added, which tells it from every other text', () => {
  const texts = fc
    .array(fc.constantFrom("'", '=', '+', 'a', '＝', ' '), { maxLength: 6 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      expect(withoutFormula(one)).not.toMatch(/^\s*[=+\-@\t\r\n＝＋－＠]/);
      expect(withoutFormula(one) === withoutFormula(other)).toBe(one === other);
    }),
  );
});

it('a cell of a spreadsheet is not longer than a spreadsheet reads, and does not end within a character', () => {
  const [, , , , title] = sheetCellsOf({ ...example, title: `${'x'.repeat(32_766)}😀 and more` });
  expect(title).toHaveLength(32_767);
  expect(String(title).isWellFormed()).toBe(true);
});

it.each([
  ['no\uFFFE character\uFFFF', 'no character'],
  ['_x0041_', '_x0041_'],
  ['_x000d_x005F_', '_x000d_x005F_'],
  ['_x0041\r, _x0041\u0007', '_x0041\r, _x0041\u0007'],
  ['__x12_x00G1_', '__x12_x00G1_'],
])('a spreadsheet with %j is read as %j', async (title, read) => {
  const rows = Readable.from([sheetCellsOf({ ...example, title })]);
  const { sheets } = await readXlsx(await buffer(spreadsheetOf('products', rows)));
  expect(sheets[0]?.rows[0]?.[COLUMNS.indexOf('title')]).toBe(read);
});

it.each(['a|', '\\\\|'])(
  'reads of a list of 10,000 times %j only what shows that it is too long',
  (entry) => {
    const read = productRowOf(['title', 'tags'], ['a', entry.repeat(10_000)], 1, 256 * 1024);
    const tags = 'content' in read ? (read.content.tags ?? []) : [];
    expect(tags.length).toBeGreaterThan(100);
    expect(tags.length).toBeLessThan(110);
  },
);
