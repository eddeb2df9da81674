// Tests how identifiers are read from texts.
import { importFromText } from './identifiers.rules.ts';

const read = (text: string, isCsv = true): unknown =>
  (importFromText(text, isCsv, {}) as { asins: string[] }).asins;

it.each([
  ['one a line', 'B1\nB2\r\nB3\r', ['B1', 'B2', 'B3']],
  ['blank lines and blanks', '\n B1 \n\n  \nB2', ['B1', 'B2']],
  ['a byte order mark and the header of the only column', '\uFEFFASIN\nB1', ['B1']],
  ['nothing', '', []],
  ['nothing but the header', 'asin\n', []],
  ['a line of any text', 'not one', ['not one']],
])('reads %s from both types', (_, text, expected) => {
  expect(read(text)).toEqual(expected);
  expect(read(text, false)).toEqual(expected);
});

it('reads the column of a CSV file, wherever it stands, also where cells of others have commas and lines', () => {
  expect(read('title,Asin,note\r\n"a, b\nc",B1,\r\nd,B2\r\ne,,f\r\n')).toEqual(['B1', 'B2', '']);
});

it('takes quotes of a plain text as they are', () => {
  expect(read('"B1"\nB,2', false)).toEqual(['"B1"', 'B,2']);
});

it.each([
  ['several columns and none for the identifiers', 'sku,title\nB1,x', 'asin'],
  ['a quote that is not closed', 'asin\n"B1', undefined],
  ['text behind a closing quote', 'asin\n"B1"x', undefined],
])('refuses a CSV file with %s', (_, text, target) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'InvalidArgument', target }));
});

it.each([
  ['NUL', 'B1\0', 'U+0000 in line 1'],
  ['a control character, which JSON writes as six', 'B1\r\nB2\n\u0001\u0002', 'U+0001 in line 3'],
  ['an escape', 'B1\rB2\u001b[0m', 'U+001B in line 2'],
  ['DEL', 'B1\u007f', 'U+007F in line 1'],
])('refuses a text of either type with %s, and says where it is', (_, text, place) => {
  const customMessage = expect.stringContaining(place) as string;
  const refusal = expect.objectContaining({
    code: 'InvalidArgument',
    target: 'asins',
    customMessage,
  }) as Error;
  for (const isCsv of [true, false]) expect(() => read(text, isCsv)).toThrow(refusal);
});

it('takes tabs, and what is no control character', () => {
  expect(read('B1\t\n\tB2\nB 3 \u00a0\u2028é', false)).toEqual(['B1', 'B2', 'B 3 \u00a0\u2028é']);
});

it('takes the rest from the query, true and false as such', () => {
  const query = { marketplace: 'DE', refresh: 'true', validateOnly: 'false', other: 'true' };
  expect(importFromText('B1', false, query)).toEqual({
    asins: ['B1'],
    marketplace: 'DE',
    refresh: true,
    validateOnly: false,
    other: 'true',
  });
  expect(importFromText('B1', false, { refresh: '1' })).toMatchObject({ refresh: '1' });
});
