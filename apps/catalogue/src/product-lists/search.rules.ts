// Turns the words of a search into a query of Postgres' full text search.

/** A word of a search, and words of the workspace that resemble it. */
export interface SearchWord {
  word: string;
  similar: readonly string[];
}

/** Most words that a word with a typo may stand for. */
const MAX_MEANT = 30;
/** Share of the products that fit a frequent query at least, and a rare one at most. */
const FREQUENT = 0.5;
const RARE = 0.02;

/**
 * Tsqueries for the products of a workspace that have all words, each exactly, as the beginning of a word or with one typo,
 * and all `values` of filters: one for each.
 */
export function textQueries(
  workspaceId: string,
  words: readonly SearchWord[],
  values: readonly string[],
): string[] {
  const lexeme = (text: string): string => quoted(workspaceId.slice(-6) + text);
  const anyOf = ({ word, similar }: SearchWord): string => {
    const meant = similar.filter((other) => isOneTypoAway(word, other)).slice(0, MAX_MEANT);
    return `(${[`${lexeme(word)}:*`, ...meant.map(lexeme)].join(' | ')})`;
  };
  return [...words.map(anyOf), ...values.map(lexeme)];
}

/** The tsquery of products that all of these find. It finds nothing when there is none. */
export const allOfQueries = (queries: readonly string[]): string => queries.join(' & ');

/**
 * Parts tsqueries into those by which an index finds few products and those that it leaves out, because at least half of all
 * products fit: it would read each of these first. `fitting` says how many of `most` products fit each. Where no other
 * query finds few, it leaves out none.
 */
export function withoutFrequent(
  queries: readonly string[],
  fitting: readonly number[],
  most: number,
): { few: readonly string[]; frequent: readonly string[] } {
  const isFrequent = (_: string, i: number): boolean => (fitting[i] ?? 0) >= FREQUENT * most;
  const hasRare = fitting.some((count) => count <= RARE * most);
  if (!hasRare) return { few: queries, frequent: [] };
  return {
    few: queries.filter((query, i) => !isFrequent(query, i)),
    frequent: queries.filter(isFrequent),
  };
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
