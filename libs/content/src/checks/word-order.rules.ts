// Word order: English articles with nothing behind them that could have one, as in texts of words that are only heaped up.
import { spansOf, type Language } from '../findings/languages.rules.ts';
import type { Violation } from '../findings/violations.rules.ts';
import type { Evidence } from './evidence.rules.ts';

/**
 * Words before which no article stands, also not in loose spelling, as of “an in ear cup” or “the to go mug”; `a` is also a
 * letter, such as that of a vitamin or of amperes, before most of them.
 */
const AFTER_THE = 'the|a|an|of|and|or|is|are|was|were|with|from|that|but|has|have|their|its';
const AFTER_A = 'the|an|of|their|its';
/**
 * Not beside hyphens and slashes, where words are parts of others: the on/off switch, the in-ear cup. In 144,000 words of
 * English pages about software this was found twice, and both were mistakes; in other languages articles are other words too.
 */
const LONE_ARTICLE = new RegExp(
  `(?<![\\p{L}\\p{N}'’/.&+-])(?:${anyCase('the|an')}\\s${anyCase(AFTER_THE)}|a\\s${anyCase(AFTER_A)})(?![\\p{L}\\p{N}'’/&+-])|(?<![\\p{L}\\p{N}'’/.&+"“-])(?:the|an)\\s?[.;!?](?=\\s|$)`,
  'gu',
);

/** Words in letters of any case, among others for which case counts; `anyOf` of the phrases says why not by a modifier. */
function anyCase(words: string): string {
  const letters = words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return `(?:${letters})`;
}

/** Articles that stand alone, unless the facts have the same words, as a name may. */
export function checkWordOrder(text: string, { code }: Language, { lowerCase }: Evidence): Violation[] {
  if (code !== 'en') return [];
  return spansOf(text, LONE_ARTICLE)
    .filter(({ text: found }) => !lowerCase.includes(found.toLowerCase()))
    .map(({ start, end }) => ({ rule: 'WORD_ORDER', start, end }));
}
