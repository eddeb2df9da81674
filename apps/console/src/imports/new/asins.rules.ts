// Reads ASINs out of what people paste: lists with any separator, and links to product pages. Pure.

/** The identifiers that a text has. */
export interface Reading {
  /** The well-formed ones, each once, in the order of the text. */
  asins: string[];
  /** Those that came more than once. */
  doubles: string[];
  /** What is no ASIN, each once. */
  malformed: string[];
}

/** Most identifiers that one import takes. */
export const MOST = 1000;

/** Between identifiers: blanks, line ends, commas and semicolons, also the full-width ones of Chinese texts. */
export const SEPARATORS = /[\s,;|，；、]+/;
/** Quotation marks and brackets around an identifier. */
const WRAPPING = /^["'“”‘’<([]+|["'“”‘’>)\].]+$/g;
/** B and nine letters or digits, of which one at least is a digit, unlike in a word such as "bestseller"; or an ISBN-10. */
const SHAPE = /^(?:B(?=[A-Z]*[0-9])[0-9A-Z]{9}|[0-9]{9}[0-9X])$/;
/** What stands before the ASIN in the address of a product page. */
const BEFORE_ASIN = ['dp', 'product', 'd', 'asin', 'product-reviews', 'o'];

/** The identifiers of a text. */
export function readAsins(text: string): Reading {
  const seen = new Set<string>();
  const doubles = new Set<string>();
  const malformed = new Set<string>();
  for (const word of text.split(SEPARATORS)) {
    const part = word.replace(WRAPPING, '');
    if (part === '') continue;
    const asin = asinOf(part);
    if (asin === undefined) malformed.add(part);
    else if (seen.has(asin)) doubles.add(asin);
    else seen.add(asin);
  }
  return { asins: [...seen], doubles: [...doubles], malformed: [...malformed] };
}

/** The ASIN that a word is or, as a link, leads to; undefined when there is none. */
export function asinOf(word: string): string | undefined {
  const asin = word.normalize('NFKC').trim().toUpperCase();
  if (isAsin(asin)) return asin;
  return word.includes('/') ? asinOfLink(word) : undefined;
}

/** The identifiers in as many parts as there are to be imports. */
export function splitIntoImports(asins: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(asins.length / MOST) }, (_, i) =>
    asins.slice(i * MOST, (i + 1) * MOST),
  );
}

function asinOfLink(link: string): string | undefined {
  const segments = link.split(/[/?&=#]/).map((segment) => segment.toUpperCase());
  const named = segments.filter((_, i) => BEFORE_ASIN.includes((segments[i - 1] ?? '').toLowerCase()));
  return [...named, ...segments].find(isAsin);
}

/** True for a well-formed ASIN; an ISBN-10 must have its correct check digit. */
function isAsin(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  if (text.startsWith('B')) return true;
  const weighted = [...text].map((digit, i) => (10 - i) * (digit === 'X' ? 10 : Number(digit)));
  return weighted.reduce((sum, part) => sum + part) % 11 === 0;
}
