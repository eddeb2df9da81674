// How much of a text somebody has changed, in words.
import { distance } from 'fastest-levenshtein';
import { tokensOf } from './tokens.rules.ts';

/** Words of a text that are compared; the work grows with their square: 4,000 take some 10 ms. */
const MOST = 4000;

/**
 * The share of the words that differ, from 0 to 1: the fewest words to be put in, taken out or replaced (Levenshtein), of those
 * of the longer text. A Chinese or Japanese character counts as a word; capitals and signs count for nothing.
 */
export function editShareOf(one: string, other: string): number {
  const before = wordsOf(one);
  const after = wordsOf(other);
  const longer = Math.max(before.length, after.length);
  return longer === 0 ? 0 : distanceOf(before, after) / longer;
}

function wordsOf(text: string): string[] {
  return tokensOf(text)
    .slice(0, MOST)
    .map(({ word }) => word);
}

/** The distance of two lists of words: the library compares strings, so each word becomes a character. */
function distanceOf(before: readonly string[], after: readonly string[]): number {
  const codes = new Map([...new Set([...before, ...after])].map((word, code) => [word, code]));
  const coded = (words: readonly string[]): string =>
    String.fromCharCode(...words.map((word) => codes.get(word) ?? 0));
  return distance(coded(before), coded(after));
}
