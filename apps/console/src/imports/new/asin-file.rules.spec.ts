// Tests the reading of files, in the encodings of Excel and WPS.
import { readColumns, decodeFile } from './asin-file.rules.ts';

/** "商品编号,名称" and a row, as WPS saves it in GB 18030. */
const GB18030 = Buffer.concat([
  Buffer.from('c9ccc6b7b1e0bac52cc3fbb3c60d0a', 'hex'),
  Buffer.from('B07Y33KYXZ,'),
  Buffer.from('cff0c4be', 'hex'),
]);
const TEXT = '商品编号,名称\r\nB07Y33KYXZ,橡木';

describe('decodeFile', () => {
  const utf16 = Buffer.from(`\uFEFF${TEXT}`, 'utf16le');
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-16, little end first', utf16],
    ['UTF-16, big end first', Buffer.from(utf16).swap16()],
    ['GB 18030', GB18030],
  ])('reads %s', (_, bytes) => expect(decodeFile(bytes)).toBe(TEXT));
});

describe('columnsOf', () => {
  it('proposes the column with the most ASINs', () => {
    const text =
      'Name;ASIN;Link\n"Desk; ""oak""";B07Y33KYXZ;\n\nLamp;B000000001;https://www.amazon.de/dp/B000000001\n';
    expect(readColumns(text)).toEqual({
      columns: [
        { name: 'Name', cells: ['Desk; "oak"', 'Lamp'], asins: 0 },
        { name: 'ASIN', cells: ['B07Y33KYXZ', 'B000000001'], asins: 2 },
        { name: 'Link', cells: ['https://www.amazon.de/dp/B000000001'], asins: 1 },
      ],
      proposed: 1,
    });
  });

  it('reads a file without a heading, and one with a quote that is never closed', () => {
    expect(readColumns('B07Y33KYXZ\r\nB000000001')).toEqual({
      columns: [{ name: undefined, cells: ['B07Y33KYXZ', 'B000000001'], asins: 2 }],
      proposed: 0,
    });
    expect(readColumns('asin,size\nB07Y33KYXZ,"12 inch\nB000000001,3').columns[0]?.cells).toEqual([
      'B07Y33KYXZ',
      'B000000001',
    ]);
  });

  it('finds nothing in an empty file', () => expect(readColumns('')).toEqual({ columns: [], proposed: -1 }));
});
