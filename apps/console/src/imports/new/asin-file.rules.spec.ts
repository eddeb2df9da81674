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

  it('counts each ASIN of a column once, also where several share a cell, and takes no line of them for the heading', () => {
    expect(readColumns('B07Y33KYXZ B000000001\nB000000002 B000000003\nB000000002')).toEqual({
      columns: [
        {
          name: undefined,
          cells: ['B07Y33KYXZ B000000001', 'B000000002 B000000003', 'B000000002'],
          asins: 4,
        },
      ],
      proposed: 0,
    });
    expect(readColumns('name;ASINs of shelf\nbasketball;B07Y33KYXZ B000000001')).toEqual({
      columns: [
        { name: 'name', cells: ['basketball'], asins: 0 },
        { name: 'ASINs of shelf', cells: ['B07Y33KYXZ B000000001'], asins: 2 },
      ],
      proposed: 1,
    });
  });

  it.each(['asin', 'ASINs of shelf', 'Bestseller', 'basketball shoes'])('takes %s for a heading', (name) => {
    expect(readColumns(`${name}\nB07Y33KYXZ`).columns).toEqual([{ name, cells: ['B07Y33KYXZ'], asins: 1 }]);
  });

  it('proposes a column of ASINs rather than one of texts that mention them', () => {
    const text =
      'title,asin\nDesk B07Y33KYXZ of oak,B07Y33KYXZ\nLamp for B07Y33KYXZ and B000000001,B000000001';
    expect(readColumns(text)).toMatchObject({ columns: [{ asins: 2 }, { asins: 2 }], proposed: 1 });
  });

  it('reads a file with very many rows', () => {
    expect(readColumns('B07Y33KYXZ\n'.repeat(200_000))).toMatchObject({
      columns: [{ asins: 1 }],
      proposed: 0,
    });
  });

  it('finds nothing in an empty file', () => expect(readColumns('')).toEqual({ columns: [], proposed: -1 }));
});
