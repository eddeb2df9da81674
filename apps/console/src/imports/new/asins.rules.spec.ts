// Tests what is read out of pasted text.
import { asinOf, splitIntoImports, readAsins } from './asins.rules.ts';

describe('readAsins', () => {
  it('takes ASINs out of lists and links, once each, and keeps what is none', () => {
    const text =
      'B07Y33KYXZ, b000000001 https://www.amazon.com/dp/B0MISS0001 junk b07y33kyxz；“0830166130”、junk';
    expect(readAsins(text)).toEqual({
      asins: ['B07Y33KYXZ', 'B000000001', 'B0MISS0001', '0830166130'],
      doubles: ['B07Y33KYXZ'],
      malformed: ['junk'],
    });
  });

  it('reads a text without identifiers', () => {
    expect(readAsins(' \n,;')).toEqual({ asins: [], doubles: [], malformed: [] });
  });
});

describe('asinOf', () => {
  it.each([
    'https://www.amazon.de/Some-Thing/dp/B07Y33KYXZ/ref=sr_1_3?keywords=a&qid=1',
    'www.amazon.com/gp/product/B07Y33KYXZ?th=1',
    'https://www.amazon.co.jp/gp/aw/d/b07y33kyxz/',
    'https://www.amazon.com/s/BESTSELLER/dp/B07Y33KYXZ#customerReviews',
    'https://example.com/item?asin=B07Y33KYXZ',
    'Ｂ０７Ｙ３３ＫＹＸＺ',
  ])('finds the ASIN in %s', (text) => expect(asinOf(text)).toBe('B07Y33KYXZ'));

  it.each(['B07Y33KYX', '0830166131', 'https://www.amazon.com/', 'B07Y33KYXZ-2', 'basketball', 'BESTSELLER'])(
    'finds none in %s',
    (text) => expect(asinOf(text)).toBeUndefined(),
  );
});

describe('partsOf', () => {
  it('makes an import of each thousand', () => {
    const asins = Array.from({ length: 1200 }, (_, i) => `B${String(i).padStart(9, '0')}`);
    expect(splitIntoImports(asins).map(({ length }) => length)).toEqual([1000, 200]);
    expect(splitIntoImports(asins).flat()).toEqual(asins);
    expect(splitIntoImports([])).toEqual([]);
  });
});
