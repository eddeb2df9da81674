// Finds keywords in texts: all words of one, in any order and inflected, in one text.
import type { Language } from '../findings/languages.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';

/** Letters by which an inflected word may be longer or shorter. */
export const ENDING = 2;
/** Fewest letters of a word that may be inflected. */
export const LEAST = 3;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** True when a text has a keyword. In languages without spaces it stands there as it is. */
export function hasKeyword(text: string, keyword: string, { spaced }: Language): boolean {
  if (!spaced || UNSPACED.test(keyword)) return withoutSpaces(text).includes(withoutSpaces(keyword));
  const said = [...new Set(tokensOf(text).map(({ word }) => word))];
  return tokensOf(keyword).every(({ word }) => said.some((other) => isForm(word, other)));
}

function withoutSpaces(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}

/** True for the same word, or one that is longer or shorter by an ending. */
export function isForm(one: string, other: string): boolean {
  const isShorter = one.length < other.length;
  const short = isShorter ? one : other;
  const long = isShorter ? other : one;
  if (short === long) return true;
  return short.length >= LEAST && long.length - short.length <= ENDING && long.startsWith(short);
}
