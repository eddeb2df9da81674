// ASINs: shape, check digit, normal form; against the real ones where they are at hand.
import { existsSync, readFileSync } from 'node:fs';
import { isAsin, normaliseAsin, sortAsins } from './asins.rules.ts';

describe('an ASIN', () => {
  it.each(['B07Y33KYXZ', 'B000000001', '006287716X', '0306406152'])('%s is well-formed', (asin) => {
    expect(isAsin(asin)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    ['B07Y33KYX', 'nine characters'],
    ['B07Y33KYXZ1', 'eleven characters'],
    ['20DOMINANT', 'letters that do not begin with B'],
    ['b07y33kyxz', 'lower case, before it is normalised'],
    ['0306406153', 'an ISBN-10 with a wrong check digit'],
    ['X306406152', 'an X that is not last'],
    ['../../etc/x', 'a path'],
    ['B07Y33KYXZ\n', 'a line break'],
  ])('%j is not: %s', (text) => {
    expect(isAsin(text)).toBe(false);
  });

  it('is found behind case, blanks and full-width characters', () => {
    expect(normaliseAsin('  b07y33kyxz ')).toBe('B07Y33KYXZ');
    expect(normaliseAsin('Ｂ０７Ｙ３３ＫＹＸＺ')).toBe('B07Y33KYXZ');
  });

  const file = new URL('../../../../../shared/data/products.json', import.meta.url);
  const real = existsSync(file);
  if (!real) console.warn('Skipped: the file of real products is not there.');
  (real ? it : it.skip)('every real one passes', () => {
    const { products } = JSON.parse(readFileSync(file, 'utf8')) as { products: { asin: string }[] };
    expect(products.length).toBeGreaterThan(2000);
    expect(products.filter((product) => !isAsin(product.asin))).toEqual([]);
  });
});

describe('submitted identifiers', () => {
  it('collapse repetitions and variants, keep order, and lose none', () => {
    const sorted = sortAsins(['B07Y33KYXZ', 'nonsense', ' b07y33kyxz', 'B000000001', 'nonsense']);
    expect(sorted).toEqual({
      wellFormed: ['B07Y33KYXZ', 'B000000001'],
      malformed: ['nonsense'],
      all: ['B07Y33KYXZ', 'nonsense', 'B000000001'],
    });
  });
});
