// Brands: the product's own is spelt as it is, another maker's is not named for it, and nothing is compared with others.
import type { TermMatch } from '../vocabulary/lexicon.rules.ts';
import type { Token } from '../words/tokens.rules.ts';
import type { Evidence } from './evidence.rules.ts';
import type { GroundedText } from './grounding.rules.ts';
import type { Rule, Violation } from '../findings/violations.rules.ts';

/** Tokens between a word that compares and the brand that it compares with. */
const COMPARING_REACH = 6;
/** Tokens behind a brand's product of Japanese, 象印の電気ケトルより, before the word that compares. */
const PRODUCT_REACH = 8;
const OF_BRAND = /^[の製社]$/u;
/** Before a より that is no “than”: テレビでより美しく. */
const PARTICLE = /^[でにをがはもとへや]$/u;
/** Fewest letters of a brand whose misspellings are recognised. */
const MIN_LETTERS = 6;

/** Brands that the facts do not name: in the place of the product's own, in a comparison, or anywhere else. */
export function checkBrands(given: GroundedText, brand: string, evidence: Evidence): Violation[] {
  const { text, terms } = given;
  const foreign = terms.brand.filter(({ start, end, value }) => {
    const word = text.slice(start, end);
    return (
      isName(word) &&
      !evidence.lowerCase.includes(word.toLowerCase()) &&
      value.name.toLowerCase() !== brand.toLowerCase()
    );
  });
  return [
    ...foreign.map((match): Violation => ({
      rule: ruleOf(match, given, brand),
      start: match.start,
      end: match.end,
    })),
    ...misspelt(given, brand, evidence),
  ];
}

/** True for what is written as a name: with a capital, or in a script without them. */
function isName(word: string): boolean {
  return /^[\p{Lu}\p{Lo}]/u.test(word) || /\p{Lu}/u.test(word);
}

function ruleOf(match: TermMatch, given: GroundedText, brand: string): Rule {
  const { from } = match;
  const { text, isTitle, terms } = given;
  const { comparison } = terms;
  if (comparison.some((one) => one.to <= from + 1 && from - one.to <= COMPARING_REACH)) return 'COMPETITOR';
  if (comparison.some((one) => isBehind(one, match, given))) return 'COMPETITOR';
  const isInPlace = from === 0 || !text.toLowerCase().includes(brand.toLowerCase());
  return isTitle && brand !== '' && isInPlace ? 'WRONG_BRAND' : 'UNGROUNDED_BRAND';
}

/** True for a word that compares behind a brand, or behind a product of the brand. */
function isBehind(one: TermMatch, { to }: TermMatch, { tokens }: GroundedText): boolean {
  const gap = one.from - to;
  if (gap <= 1) return gap >= 0;
  const isProduct = gap <= PRODUCT_REACH && OF_BRAND.test(tokens[to]?.word ?? '');
  if (!isProduct || PARTICLE.test(tokens[one.from - 1]?.word ?? '')) return false;
  return tokens.slice(to, one.from + 1).every(({ isAfterBreak }) => !isAfterBreak);
}

/** Words that are nearly the product's brand. Its genitive is the brand. */
function misspelt({ text, tokens }: GroundedText, brand: string, { lowerCase }: Evidence): Violation[] {
  const right = brand.toLowerCase();
  if (right.length < MIN_LETTERS || !/^\p{Script=Latin}+$/u.test(right)) return [];
  return tokens
    .filter(
      ({ word, start, end }) =>
        isNearly(word, right) && isName(text.slice(start, end)) && !lowerCase.includes(word),
    )
    .map(({ start, end }) => ({ rule: 'WRONG_BRAND', start, end }));
}

function isNearly(word: Token['word'], right: string): boolean {
  const isLike = Math.abs(word.length - right.length) <= 1 && !word.startsWith(right);
  return isLike && word[0] === right[0] && distanceOf(word, right) <= (right.length >= 8 ? 2 : 1);
}

/** The Levenshtein distance of two short words. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_none, place) => place);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
