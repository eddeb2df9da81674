// Turns the words of a search into a query of Postgres' full text search.

/** A word of a search, and words of the workspace that resemble it. */
export interface SearchWord {
  word: string;
  similar: readonly string[];
}

/** Most words that a word with a typo may stand for. */
const MAX_MEANT = 30;

/**
 * A tsquery for the products of a workspace that have all words, each exactly, as the beginning of a word or with one typo,
 * and all `values` of filters. It finds nothing when it is empty.
 */
export function textQuery(
  workspaceId: string,
  words: readonly SearchWord[],
  values: readonly string[],
): string {
  const lexeme = (text: string): string => quoted(workspaceId.slice(-6) + text);
  const anyOf = ({ word, similar }: SearchWord): string => {
    const meant = similar.filter((other) => isOneTypoAway(word, other)).slice(0, MAX_MEANT);
    return `(${[`${lexeme(word)}:*`, ...meant.map(lexeme)].join(' | ')})`;
  };
  return [...words.map(anyOf), ...values.map(lexeme)].join(' & ');
}

/** True when one character was left out, added, replaced, or swapped with the next one. */
export function isOneTypoAway(one: string, other: string): boolean {
  const a = [...one];
  const b = [...other];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const left = a.slice(start, a.length - end).join('');
  const right = b.slice(start, b.length - end).join('');
  const leftLength = a.length - end - start;
  const rightLength = b.length - end - start;
  if (leftLength === 2 && rightLength === 2) return left === [...right].reverse().join('');
  return leftLength <= 1 && rightLength <= 1 && left !== right;
}

const quoted = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
