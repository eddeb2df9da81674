// Checks the shape, the check digit and the normal form of ASINs, on invented ones.
import { fc } from '#testing/property';
import { distinctAsins, isAsin, normaliseAsin } from './asins.rules.ts';

/** Invented ASINs, then invented ISBN-10s with each of the eleven check digits. */
const ASINS = [
  'B000000001',
  'B07Y33KYXZ',
  'B0596LGUAX',
  'B01DXN9Y1X',
  'B0J5GXNAME',
  'B0YYWLECFP',
  'BZZZZZZZZZ',
  '0830166130',
  '6281948211',
  '5711777742',
  '1860913903',
  '9378657974',
  '3423667125',
  '5632122336',
  '0139624597',
  '2527601898',
  '5432319489',
  '526018159X',
];

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

  it('accepts B with any nine letters and digits', () => {
    const nine = fc.string({
      unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
      minLength: 9,
      maxLength: 9,
    });
    fc.assert(
      fc.property(nine, (rest) => isAsin(`B${rest}`)),
      { numRuns: 1000 },
    );
  });

  it('accepts nine digits with their check digit, which is the sum of the nth digit n times, modulo 11', () => {
    const nine = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 });
    const isbnOf = (digits: number[]) => {
      const check = digits.reduce((sum, digit, i) => sum + (i + 1) * digit, 0) % 11;
      return `${digits.join('')}${check === 10 ? 'X' : check}`;
    };
    fc.assert(
      fc.property(nine, (digits) => isAsin(isbnOf(digits))),
      { numRuns: 1000 },
    );
  });
});

describe('normaliseAsin', () => {
  it('folds case, blanks and full-width characters', () => {
    expect(normaliseAsin('  b07y33kyxz ')).toBe('B07Y33KYXZ');
    expect(normaliseAsin('Ｂ０７Ｙ３３ＫＹＸＺ')).toBe('B07Y33KYXZ');
    expect(normaliseAsin('\u3000𝐁𝟎𝟕𝐘𝟑𝟑𝐊𝐘𝐗𝐙\u3000')).toBe('B07Y33KYXZ'); // the longest, of 20 UTF-16 units
  });

  it('leaves what is too long for an ASIN as it was sent: V8 sorts the marks behind a letter in quadratic time', () => {
    for (const long of [
      `a${'\u0301'.repeat(16_000)}${'\u0316'.repeat(16_000)}`,
      'Ｂ０７Ｙ３３ＫＹＸＺ'.repeat(3),
    ]) {
      expect(normaliseAsin(long) === long).toBe(true); // not toBe(long), whose report would have all of it
    }
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
