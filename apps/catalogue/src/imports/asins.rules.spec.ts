// Checks the shape, the check digit and the normal form of ASINs, on invented ones and on real ones where available.
import { existsSync, readFileSync } from 'node:fs';
import { distinctAsins, isAsin, normaliseAsin } from './asins.rules.ts';

/** Invented ASINs, then invented ISBN-10s with each of the eleven check digits. */
const ASINS = [
  ...['B000000001', 'B07Y33KYXZ', 'B0596LGUAX', 'B01DXN9Y1X', 'B0J5GXNAME', 'B0YYWLECFP', 'BZZZZZZZZZ'],
  ...['0830166130', '6281948211', '5711777742', '1860913903', '9378657974', '3423667125', '5632122336'],
  ...['0139624597', '2527601898', '5432319489', '526018159X'],
];

/** A file of real products that may stand beside the repository. */
const REAL_PRODUCTS = new URL('../../../../../shared/data/products.json', import.meta.url);

describe('isAsin', () => {
  it.each(ASINS)('accepts %s', (asin) => {
    expect(isAsin(asin)).toBe(true);
  });

  it.each([
    ['', 'the empty text'],
    ['B07Y33KYX', 'nine characters'],
    ['B07Y33KYXZ1', 'eleven characters'],
    ['20DOMINANT', 'letters that do not begin with B'],
    ['b07y33kyxz', 'lower case, before it is normalised'],
    ['0306406153', 'an ISBN-10 with a wrong check digit'],
    ['X306406152', 'an X that is not last'],
    ['../../etc/x', 'a path'],
    ['B07Y33KYXZ\n', 'a line break'],
  ])('refuses %j: %s', (text) => {
    expect(isAsin(text)).toBe(false);
  });

  it('refuses every ISBN-10 whose check digit is replaced by another one', () => {
    for (const isbn of ASINS.filter((asin) => !asin.startsWith('B'))) {
      const others = [...'0123456789X'].filter((digit) => digit !== isbn.at(-1));
      expect(others.filter((digit) => isAsin(isbn.slice(0, 9) + digit))).toEqual([]);
    }
  });

  const isThere = existsSync(REAL_PRODUCTS);
  if (!isThere) console.warn(`Skipped the test of real ASINs: ${REAL_PRODUCTS.pathname} does not exist.`);
  (isThere ? it : it.skip)('accepts every real ASIN', () => {
    const { products } = JSON.parse(readFileSync(REAL_PRODUCTS, 'utf8')) as { products: { asin: string }[] };
    expect(products.length).toBeGreaterThan(2000);
    expect(products.filter((product) => !isAsin(product.asin))).toEqual([]);
  });
});

describe('normaliseAsin', () => {
  it('folds case, blanks and full-width characters', () => {
    expect(normaliseAsin('  b07y33kyxz ')).toBe('B07Y33KYXZ');
    expect(normaliseAsin('Ｂ０７Ｙ３３ＫＹＸＺ')).toBe('B07Y33KYXZ');
  });
});

describe('distinctAsins', () => {
  it('collapses repetitions and variants, keeps the order, and loses no identifier', () => {
    const distinct = distinctAsins(['B07Y33KYXZ', 'nonsense', ' b07y33kyxz', 'B000000001', 'nonsense']);
    expect([...distinct]).toEqual([
      ['B07Y33KYXZ', true],
      ['nonsense', false],
      ['B000000001', true],
    ]);
  });
});
