// The phrases of the offline composers by their language, spelt as they are where the text is for.
import { forHeld } from '../../words/latest.rules.ts';
import type { Language } from '../../findings/languages.rules.ts';
import { spellingOf } from '../../vocabulary/spelling.rules.ts';
import { GERMAN } from './de.rules.ts';
import { ENGLISH } from './en.rules.ts';
import { SPANISH } from './es.rules.ts';
import { FRENCH } from './fr.rules.ts';
import { ITALIAN } from './it.rules.ts';
import { JAPANESE } from './ja.rules.ts';
import { DETAIL_KEYS, type Phrases } from './phrases.rules.ts';
import { CHINESE } from './zh.rules.ts';

/** Marketplaces give the labels of a specification in English, in whatever language its values are. */
export const MACHINE_LABELS = ENGLISH.labels;

/** By the code of their language. */
const PHRASES: ReadonlyMap<string, Phrases> = new Map([
  ['en', ENGLISH],
  ['de', GERMAN],
  ['fr', FRENCH],
  ['es', SPANISH],
  ['it', ITALIAN],
  ['zh', CHINESE],
  ['ja', JAPANESE],
]);

/** Where Spanish has a decimal point. */
const POINTED = /^es-(?:MX|US)$/;

/**
 * The phrases of a language; undefined for one in which the composers do not write. Spelling them takes longer than writing a
 * sentence with them.
 */
export const phrasesOf = forHeld((language: Language): Phrases | undefined => {
  const phrases = PHRASES.get(language.code);
  return phrases && spelledFor(language, phrases);
});

function spelledFor(language: Language, phrases: Phrases): Phrases {
  const spell = spellingOf(
    language,
    DETAIL_KEYS.map((key) => `{${key}}`),
  );
  const decimalComma = phrases.decimalComma && !POINTED.test(language.tag);
  return {
    ...phrases,
    decimalComma,
    labels: spelt(phrases.labels, spell),
    sentences: spelt(phrases.sentences, spell),
  };
}

function spelt<T extends Readonly<Record<string, string>>>(texts: T, spell: (text: string) => string): T {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, spell(text)])) as T;
}
