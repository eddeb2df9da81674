// How much of a text somebody has changed, in words.
import { tokensOf } from './tokens.rules.ts';

/** Words of a text that are compared; the work grows with their square. */
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

/** Two rows of the table of Wagner and Fischer. */
function distanceOf(before: readonly string[], after: readonly string[]): number {
  let last = Uint16Array.from({ length: after.length + 1 }, (_, column) => column);
  for (const [row, word] of before.entries()) {
    const next = new Uint16Array(last.length);
    next[0] = row + 1;
    for (let column = 1; column < next.length; column += 1) {
      const replaced = last[column - 1]! + (word === after[column - 1] ? 0 : 1);
      next[column] = Math.min(replaced, last[column]! + 1, next[column - 1]! + 1);
    }
    last = next;
  }
  return last.at(-1) ?? 0;
}
