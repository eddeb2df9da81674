// Implements the judge models: they compare two texts about a product, as the prompt of a judgement has them.
import type { ChatMessages, ChatRequest } from '#contracts';
import { wordsOf } from './prompt-words.rules.ts';

/** Most characters of a quote. */
const MAX_QUOTE = 60;

/** The marked blocks of a prompt that are JSON. */
const BLOCK = /^<(\w+) mark="[^"]*">\n(.*)\n<\/\1 mark/gm;

/** The parts of a judgement's prompt. */
interface Asked {
  questions: number;
  texts: { name: 'a' | 'b'; text: string }[];
  /** Words of the product's facts. */
  words: string[];
}

/** How a judge values a text. */
type Value = (text: string, place: number, words: readonly string[]) => number;

/** The number of words of the product's facts that a text has: a real measure, if a crude one. */
export const factsTold: Value = (text, _place, words) => {
  const told = new Set(text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu));
  return words.filter((word) => told.has(word.toLowerCase())).length;
};

/** Prefers what comes first. */
export const firstShown: Value = (_text, place) => -place;

/** The reply of a judge; undefined for a request that is no judgement. */
export function judged({ messages }: ChatRequest, valueOf: Value): string | undefined {
  const asked = askedIn(messages);
  if (!asked) return undefined;
  const { questions, texts, words } = asked;
  const values = texts.map(({ text }, place) => valueOf(text, place, words));
  const best = Math.max(...values);
  const answers = texts.flatMap(({ name, text }, place) =>
    Array.from({ length: questions }, (_none, n) => ({
      question: n + 1,
      text: name,
      yes: values[place] === best,
      quote: text.slice(0, MAX_QUOTE).trim(),
    })),
  );
  const winners = texts.filter((_text, place) => values[place] === best);
  return JSON.stringify({ answers, winner: winners.length === 1 ? winners[0]?.name : 'tie' });
}

function askedIn(messages: ChatMessages): Asked | undefined {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const found = said.join('\n').matchAll(BLOCK);
  const blocks = new Map([...found].map(([, name = '', json = '']) => [name, JSON.parse(json) as unknown]));
  const [a, b, questions] = ['text_a', 'text_b', 'questions_data'].map((name) => blocks.get(name));
  if (typeof a !== 'string' || typeof b !== 'string' || !Array.isArray(questions)) return undefined;
  const product = JSON.stringify(blocks.get('product_data') ?? {});
  return {
    questions: questions.length,
    texts: [
      { name: 'a', text: a },
      { name: 'b', text: b },
    ],
    words: wordsOf([{ role: 'user', content: product }]),
  };
}
