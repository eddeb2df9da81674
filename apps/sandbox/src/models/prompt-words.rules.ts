// Extracts from a prompt the words that a text about its product may use.
import { textOf, type Message } from './completions.rules.ts';

/** JSON keys of the texts that describe a product best, best first. */
const RANKED_KEYS = [
  'brand',
  'title',
  'features',
  'feature',
  'description',
  'keywords',
  'specification',
  'content',
];
/** JSON keys of identifiers, links and times, which no text should contain. */
const IGNORED_KEYS = /^(id|asin|marketplace|genre|link|url|videos?|\w*images?|\w*id|\w*at)$/i;
/** Stop words, and words that a product text must not claim. */
const EXCLUDED_WORDS = new Set(
  (
    'a an and are as at by for from in is it its of on or our that the this to with you your ' +
    'amazon bestseller best buy cheap deal discount eco free guarantee guaranteed hot money new now offer ' +
    'price promotion refund sale satisfaction shipping warranty antibacterial antimicrobial bamboo soy tbd null true false'
  ).split(' '),
);
/** Maximum length of a word in code points; languages without spaces have longer ones. */
const MAX_WORD_LENGTH = 20;
/** Words for prompts that have too few of their own. */
const FALLBACK_WORDS = ['product', 'details', 'design', 'everyday', 'useful', 'simple'];

/**
 * Distinct words of the user's messages: those of the JSON in them, or of the whole messages where they contain no
 * JSON. Never empty.
 */
export function wordsOf(messages: readonly Message[]): string[] {
  const prompt = messages
    .filter(({ role }) => role === 'user')
    .map(textOf)
    .join('\n');
  const texts = jsonTexts(prompt);
  const words = distinct((texts.length > 0 ? texts : [prompt]).flatMap(wordsIn));
  return words.length < FALLBACK_WORDS.length ? distinct([...words, ...FALLBACK_WORDS]) : words;
}

/** Texts inside the JSON of a message, the best ranked first. */
function jsonTexts(prompt: string): string[] {
  const found: { text: string; rank: number }[] = [];
  for (const value of jsonIn(prompt)) collect(value, RANKED_KEYS.length, found);
  return found.sort((a, b) => a.rank - b.rank).map(({ text }) => text);
}

function collect(value: unknown, rank: number, found: { text: string; rank: number }[]): void {
  if (typeof value === 'string') found.push({ text: value, rank });
  else if (Array.isArray(value)) for (const part of value) collect(part, rank, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (IGNORED_KEYS.test(key)) continue;
      const keyRank = RANKED_KEYS.indexOf(key);
      collect(part, keyRank < 0 ? rank : keyRank, found);
    }
  }
}

/** Each JSON object in a text. */
function jsonIn(text: string): unknown[] {
  const found: unknown[] = [];
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start)) {
    const end = endOfObject(text, start);
    const value = parseJson(text.slice(start, end));
    if (value !== undefined) found.push(value);
    start = value === undefined ? start + 1 : end;
  }
  return found;
}

/** Index after the brace that closes the brace at `start`; braces inside strings do not count. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i += 1) {
    const character = text[i];
    if (quoted && character === '\\') i += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === '{') depth += 1;
    else if (!quoted && character === '}') depth -= 1;
    if (depth === 0) return i + 1;
  }
  return text.length;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a brace that does not begin JSON
  }
}

/** Words that consist of letters: numbers, codes, addresses and markup are left out. */
function wordsIn(text: string): string[] {
  return text
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((token) => !/[\p{N}@/_=\\]|\p{L}\.\p{L}/u.test(token))
    .flatMap((token) => token.match(/\p{L}[\p{L}\p{M}]*(?:'\p{L}+)?/gu) ?? [])
    .map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''))
    .filter((word) => !/^\p{Script=Latin}$/u.test(word) && !EXCLUDED_WORDS.has(word.toLowerCase()));
}

function distinct(words: readonly string[]): string[] {
  return [...new Map(words.toReversed().map((word) => [word.toLowerCase(), word])).values()].toReversed();
}
