// Finds keywords in texts: all words of one, in any order and inflected, in one text.
import type { GenerationTask } from '#contracts';
import type { Language } from '../findings/languages.rules.ts';
import type { Violation } from '../findings/violations.rules.ts';
import { keywordsOf } from '../source-data/keywords.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';
import { normalForm } from '../words/normal-form.rules.ts';

/** Letters by which an inflected word may be longer or shorter. */
export const ENDING = 2;
/** Fewest letters of a word that may be inflected. */
export const LEAST = 3;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** True when a text has a keyword. In languages without spaces it stands there as it is. */
export function hasKeyword(text: string, keyword: string, language: Language): boolean {
  return keywordsIn(text, language)(keyword);
}

/** Tells which keywords a text has, which is read once. */
export function keywordsIn(text: string, { spaced }: Language): (keyword: string) => boolean {
  const whole = withoutSpaces(text);
  const said = [...new Set(tokensOf(text).map(({ word }) => word))];
  return (keyword) =>
    !spaced || UNSPACED.test(keyword)
      ? whole.includes(withoutSpaces(keyword))
      : tokensOf(keyword).every(({ word }) => said.some((other) => isForm(word, other)));
}

/** The keywords that must occur and do not. */
export function missingKeywords(
  text: string,
  { task, language }: { task: GenerationTask; language: Language },
): Violation[] {
  return keywordsOf(task)
    .filter(({ keyword, isRequired }) => isRequired && !hasKeyword(text, keyword, language))
    .map(({ keyword: detail }) => ({ rule: 'KEYWORD_MISSING', start: 0, end: 0, detail }));
}

function withoutSpaces(text: string): string {
  return normalForm(text, 'NFKC').toLowerCase().replace(/\s+/g, '');
}

/** True for the same word, or one that is longer or shorter by an ending. */
export function isForm(one: string, other: string): boolean {
  const isShorter = one.length < other.length;
  const short = isShorter ? one : other;
  const long = isShorter ? other : one;
  if (short === long) return true;
  return short.length >= LEAST && long.length - short.length <= ENDING && long.startsWith(short);
}
