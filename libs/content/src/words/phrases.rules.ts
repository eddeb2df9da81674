// Finds many phrases in a text in one pass: a tree of words, which takes no longer for more phrases.
import { forLatest } from './latest.rules.ts';
import { tokensOf, type Token } from './tokens.rules.ts';

/** A phrase that was found: where, and what it stands for. */
export interface PhraseMatch<T> {
  value: T;
  start: number;
  end: number;
  /** The first token, and the one after the last. */
  from: number;
  to: number;
}

/** Letters by which beginnings and ends of words are looked up; in a phrase a beginning or an end has at least as many. */
const KEY = 2;

interface Part<T> {
  part: string;
  node: Node<T>;
}

/** Most nodes are the last word of a phrase, so what may follow is made when it does: a map without entries takes 200 bytes. */
interface Node<T> {
  words?: Map<string, Node<T>>;
  /** Beginnings and ends of words, by their outermost letters. */
  prefixes?: Map<string, Part<T>[]>;
  suffixes?: Map<string, Part<T>[]>;
  figure?: Node<T>;
  anyWord?: Node<T>;
  values: T[];
}

/**
 * Phrases, each for a value. A phrase is words as they stand in a text; signs and spaces between them do not matter. In it
 * `word*` is any word that begins so, `*word` one that ends so, `#` a figure, `_` any one word, and `(a|b|)` one of a choice. All
 * are added before the first search.
 */
export class PhraseTree<T> {
  private readonly root: Node<T> = newNode();
  /** Where the latest words lead from the root: most of a text are common ones, with which no phrase begins. */
  private readonly first = forLatest(4000, (word) => nextOf(this.root, word));

  /** Adds phrases for a value. */
  add(phrases: readonly string[], value: T): this {
    for (const phrase of phrases.flatMap(choicesOf))
      this.end(stepsOf(phrase).reduce(nodeAfter<T>, this.root), value);
    return this;
  }

  /** Adds phrases in which no sign has a meaning. */
  addPlain(phrases: readonly string[], value: T): this {
    for (const phrase of phrases)
      this.end(
        tokensOf(phrase).reduce((node, { word }) => wordAfter(node, word), this.root),
        value,
      );
    return this;
  }

  private end(node: Node<T>, value: T): void {
    if (node !== this.root) node.values.push(value);
  }

  /** Every phrase in the tokens, by place; of those with the same value at one place the longest. */
  find(tokens: readonly Token[]): PhraseMatch<T>[] {
    const found: PhraseMatch<T>[] = [];
    for (let from = 0; from < tokens.length; from += 1) {
      const start = tokens[from]?.start ?? 0;
      const ends = this.follow(this.root, tokens, from);
      ends.forEach(({ value, to }, place) => {
        const isCovered = ends.some(
          (other, at) => other.value === value && (other.to > to || (other.to === to && at < place)),
        );
        if (!isCovered) found.push({ value, start, end: tokens[to - 1]?.end ?? start, from, to });
      });
    }
    return found;
  }

  /** The values of the phrases that begin at a token, each with the token after its phrase. */
  private follow(node: Node<T>, tokens: readonly Token[], at: number): readonly { value: T; to: number }[] {
    const token = tokens[at];
    const isOver = !token || (node !== this.root && token.isAfterBreak);
    const next = isOver ? NONE : node === this.root ? this.first(token.word) : nextOf(node, token.word);
    if (next.length === 0 && node.values.length === 0) return NONE;
    const here = node.values.map((value) => ({ value, to: at }));
    return next.length === 0 ? here : [...here, ...next.flatMap((one) => this.follow(one, tokens, at + 1))];
  }
}

const NONE: readonly never[] = [];

function newNode<T>(): Node<T> {
  return { values: [] };
}

/** Where a word leads. Called for each word of each text, so it makes no list where there is nothing. */
function nextOf<T>(node: Node<T>, word: string): readonly Node<T>[] {
  const exact = node.words?.get(word);
  const starts = node.prefixes?.get(word.slice(0, KEY));
  const ends = node.suffixes?.get(word.slice(-KEY));
  if (!exact && !starts && !ends && !node.figure && !node.anyWord) return NONE;
  const next = exact ? [exact] : [];
  if (node.figure && /^\p{N}/u.test(word)) next.push(node.figure);
  if (node.anyWord && /^\p{L}/u.test(word)) next.push(node.anyWord);
  for (const { part, node: after } of starts ?? NONE) if (word.startsWith(part)) next.push(after);
  for (const { part, node: after } of ends ?? NONE) if (word.endsWith(part)) next.push(after);
  return next;
}

/** The phrases that a phrase with choices stands for. Choices do not nest. */
function choicesOf(phrase: string): string[] {
  const [whole, before = '', choices = '', after = ''] = /^([^(]*)\(([^)]*)\)(.*)$/su.exec(phrase) ?? [];
  if (whole === undefined) return [phrase];
  const ends = choicesOf(after);
  return choices.split('|').flatMap((choice) => ends.map((end) => `${before}${choice}${end}`));
}

/** The words and wildcards of a phrase. Most are plain words, and are not cut: all phrases are added at each start. */
function stepsOf(phrase: string): string[] {
  return phrase.split(/\s+/).flatMap((part) => {
    if (/^[a-z]+$/.test(part)) return [part];
    return /^[#_]$|^\*|\*$/.test(part) ? [part.toLowerCase()] : tokensOf(part).map(({ word }) => word);
  });
}

function nodeAfter<T>(node: Node<T>, step: string): Node<T> {
  if (step === '#') return (node.figure ??= newNode());
  if (step === '_') return (node.anyWord ??= newNode());
  if (step.endsWith('*'))
    return partAfter((node.prefixes ??= new Map<string, Part<T>[]>()), step.slice(0, -1), step.slice(0, KEY));
  if (step.startsWith('*'))
    return partAfter((node.suffixes ??= new Map<string, Part<T>[]>()), step.slice(1), step.slice(-KEY));
  return wordAfter(node, step);
}

function wordAfter<T>(node: Node<T>, word: string): Node<T> {
  const words = (node.words ??= new Map<string, Node<T>>());
  const next = words.get(word) ?? newNode<T>();
  words.set(word, next);
  return next;
}

function partAfter<T>(parts: Map<string, Part<T>[]>, part: string, key: string): Node<T> {
  const known = parts.get(key) ?? [];
  const next = known.find((one) => one.part === part) ?? { part, node: newNode<T>() };
  if (!known.includes(next)) parts.set(key, [...known, next]);
  return next.node;
}
