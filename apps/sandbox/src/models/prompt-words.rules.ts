// Extracts from a prompt the words that a text about its product may use.
import type { ChatMessages } from '#contracts';

/** JSON keys of the texts that describe a product best, best first. */
const RANKED_KEYS = 'brand title features feature description keywords specification content'.split(' ');
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

/** Distinct words of the user's messages: of the JSON in them, or of the whole messages without JSON. Never empty. */
export function wordsOf(messages: ChatMessages): string[] {
  const prompt = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content)
    .join('\n');
  const texts = jsonTexts(prompt);
  const words = distinct((texts.length > 0 ? texts : [prompt]).flatMap(wordsIn));
  return words.length < FALLBACK_WORDS.length ? distinct([...words, ...FALLBACK_WORDS]) : words;
}

/** The title of the product in the user's messages. */
export function titleOf(messages: ChatMessages): string | undefined {
  const said = messages.filter(({ role }) => role === 'user').flatMap(({ content }) => content.split('\n'));
  const products = said.map((line) => parseJson(line.replace(/<[^>]*>/g, '')));
  const titled = products.find((value): value is { title: string } => {
    const { title } = Object(value) as { title?: unknown };
    return typeof title === 'string';
  });
  return titled?.title;
}

/** A text, and the place of its key among the ranked ones. */
interface RankedText {
  text: string;
  rank: number;
}

/** The texts inside the JSON of a prompt, the best ranked first. A JSON value is a line of its own, apart from marks. */
function jsonTexts(prompt: string): string[] {
  return prompt
    .split('\n')
    .flatMap((line) => [...textsIn(parseJson(line.replace(/<[^>]*>/g, '')), RANKED_KEYS.length)])
    .sort((a, b) => a.rank - b.rank)
    .map(({ text }) => text);
}

function* textsIn(value: unknown, rank: number): Generator<RankedText> {
  if (typeof value === 'string') yield { text: value, rank };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    const keyRank = RANKED_KEYS.indexOf(key);
    if (!IGNORED_KEYS.test(key)) yield* textsIn(part, keyRank < 0 ? rank : keyRank);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a line of another kind
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
