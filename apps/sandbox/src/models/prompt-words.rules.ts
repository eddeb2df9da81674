// Finds the words of a prompt that a text about its product may use.
import { textOf, type Message } from './completions.rules.ts';

/** Keys whose texts say most about a product, best first. */
const TELLING = [
  'brand',
  'title',
  'features',
  'feature',
  'description',
  'keywords',
  'specification',
  'content',
];
/** Keys whose texts are no words to write with. */
const SILENT = /^(id|asin|marketplace|genre|link|url|videos?|\w*images?|\w*id|\w*at)$/i;
/** Too common to tell anything, or nothing that a product text may claim. */
const AVOIDED = new Set(
  (
    'a an and are as at by for from in is it its of on or our that the this to with you your ' +
    'amazon bestseller best buy cheap deal discount eco free guarantee guaranteed hot money new now offer ' +
    'price promotion refund sale satisfaction shipping warranty antibacterial antimicrobial bamboo soy tbd null true false'
  ).split(' '),
);
/** Longest word, in characters: languages without spaces have no others. */
const LONGEST = 20;
/** Used when a prompt has too few words of its own. */
const PLAIN = ['product', 'details', 'design', 'everyday', 'useful', 'simple'];

/** Distinct words of the user's messages, those of the product's facts first. Never empty. */
export function wordsOf(messages: readonly Message[]): string[] {
  const said = messages
    .filter(({ role }) => role === 'user')
    .map(textOf)
    .join('\n');
  const facts = factsIn(said);
  const words = distinct((facts.length > 0 ? facts : [said]).flatMap(wordsIn));
  return words.length < PLAIN.length ? distinct([...words, ...PLAIN]) : words;
}

/** Texts inside the JSON of a message, the most telling first. */
function factsIn(said: string): string[] {
  const found: { text: string; rank: number }[] = [];
  for (const value of jsonIn(said)) collect(value, TELLING.length, found);
  return found.sort((a, b) => a.rank - b.rank).map(({ text }) => text);
}

function collect(value: unknown, rank: number, found: { text: string; rank: number }[]): void {
  if (typeof value === 'string') found.push({ text: value, rank });
  else if (Array.isArray(value)) for (const part of value) collect(part, rank, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (SILENT.test(key)) continue;
      const telling = TELLING.indexOf(key);
      collect(part, telling < 0 ? rank : telling, found);
    }
  }
}

/** Each JSON object that stands in a text. */
function jsonIn(text: string): unknown[] {
  const found: unknown[] = [];
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start)) {
    const end = endOfObject(text, start);
    const value = parsed(text.slice(start, end));
    if (value !== undefined) found.push(value);
    start = value === undefined ? start + 1 : end;
  }
  return found;
}

/** Index after the brace that closes the one at `start`; braces inside strings do not count. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i += 1) {
    const sign = text[i];
    if (quoted && sign === '\\') i += 1;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === '{') depth += 1;
    else if (!quoted && sign === '}') depth -= 1;
    if (depth === 0) return i + 1;
  }
  return text.length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // an ordinary brace
  }
}

/** Words of letters alone: figures, codes, addresses and markup are left out. */
function wordsIn(text: string): string[] {
  return text
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((token) => !/[\p{N}@/_=\\]|\p{L}\.\p{L}/u.test(token))
    .flatMap((token) => token.match(/\p{L}[\p{L}\p{M}]*(?:'\p{L}+)?/gu) ?? [])
    .map((word) => [...word].slice(0, LONGEST).join(''))
    .filter((word) => !/^\p{Script=Latin}$/u.test(word) && !AVOIDED.has(word.toLowerCase()));
}

function distinct(words: readonly string[]): string[] {
  return [...new Map(words.toReversed().map((word) => [word.toLowerCase(), word])).values()].toReversed();
}
