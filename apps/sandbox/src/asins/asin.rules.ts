// Decides which ASINs are well-formed, and which of them make the marketplace fail on purpose.

/** Number of calls with a flaky ASIN that fail before one succeeds. */
export const FLAKY_FAILURES = 2;
/** Extra time of a call with a slow ASIN, in milliseconds. */
export const SLOW_MS = 5000;

/**
 * Magic values, like a payment provider's test cards. `missing`: the marketplace does not know the ASIN. The other
 * faults affect every call that contains the ASIN: `slow` delays it, `flaky` fails it twice with 503, `down` always
 * fails it with 503, `bad` fails it with 400.
 */
const FAULTS = {
  B0MISS: 'missing',
  B0SLOW: 'slow',
  B0FLAKY: 'flaky',
  B0DOWN: 'down',
  B0BAD: 'bad',
} as const;

/** The fault that the beginning of an ASIN asks for; undefined for an ordinary ASIN. */
export function faultOf(asin: string) {
  return Object.entries(FAULTS).find(([prefix]) => asin.startsWith(prefix))?.[1];
}

/** True for B and nine letters or digits, and for an ISBN-10 whose check digit is right. */
export function isAsin(text: string): boolean {
  if (/^B[0-9A-Z]{9}$/.test(text)) return true;
  if (!/^[0-9]{9}[0-9X]$/.test(text)) return false;
  const sum = [...text].reduce(
    (total, digit, i) => total + (10 - i) * (digit === 'X' ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}
