// Languages: names, scripts and word boundaries by language tag.
import { forLatest } from '../words/latest.rules.ts';
import { matchesOf } from '../words/matches.rules.ts';

/** Unicode patterns of scripts that are mixtures or that Unicode names differently. */
const SCRIPTS: Readonly<Record<string, string>> = {
  Hans: '\\p{scx=Han}',
  Hant: '\\p{scx=Han}',
  Jpan: '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}]',
  Kore: '[\\p{scx=Hangul}\\p{scx=Han}]',
};
/** Languages in which the name of a thing begins with what it is: a planche is for pain. */
const HEAD_FIRST = new Set(['fr', 'es', 'it', 'pt', 'ro', 'ca']);
const UNSPACED = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my']);
const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

export type Language = ReturnType<typeof readLanguage>;

/**
 * The language of a BCP 47 tag. Throws RangeError for any other string. Those of the latest tags are kept, because making one takes
 * longer than a check of a text, and clients name any.
 */
export const languageOf = forLatest(200, readLanguage);

function readLanguage(tag: string) {
  const { language: code, script = 'Latn' } = new Intl.Locale(tag).maximize();
  return {
    tag,
    /** First part of the tag, such as `de`. */
    code,
    /** English name, for the prompt. */
    name: NAMES.of(tag) ?? tag,
    /** Code of its script, such as `Latn`. */
    script,
    /** Matches one letter of its script. */
    letter: new RegExp(SCRIPTS[script] ?? `\\p{scx=${script}}`, 'u'),
    /** False for languages without spaces between words. */
    spaced: !UNSPACED.has(code),
    /** True for languages in which the name of a thing begins with what it is. */
    headFirst: HEAD_FIRST.has(code),
  };
}

/** Words that are too common for their repetition to matter. */
const STOP_WORDS: Readonly<Record<string, string>> = {
  en: 'a an and as at by for from in into is it its of off on or out over per plus that the this to up with without your',
  de: 'alle allen aller am an auf aus bei das dem den der des die ein eine einem einen einer für im in ist mit nach ohne oder und vom von zu zum zur',
  fr: 'à au aux avec ce ces d dans de des du en et l la le les ou par pour sans sur un une vos votre',
  es: 'a al con de del e el en la las lo los o para por sin su sus tu un una y',
  it: 'a ad al alla con d da dal dei del della delle di e ed gli i il in l la le lo o per senza su tra un una',
};
const STOPS = new Map(Object.entries(STOP_WORDS).map(([code, words]) => [code, new Set(words.split(' '))]));
const SPACED_WORD = /\p{L}[\p{L}\p{M}\p{N}]*/gu;
const segmenters = new Map<string, Intl.Segmenter>();

/** A piece of a text, from the code unit `start` up to, but without, the code unit `end`. */
export interface Span {
  text: string;
  start: number;
  end: number;
}

/** Every match of a pattern, which needs the flag g. */
export function spansOf(text: string, pattern: RegExp): Span[] {
  return matchesOf(text, pattern).map(({ 0: found, index }) => spanAt(found, index));
}

/** A piece of a text that begins at this code unit. */
export function spanAt(text: string, start: number): Span {
  return { text, start, end: start + text.length };
}

/** The words of a text, without what lies between them, or its sentences. */
export function segments(text: string, language: Language, granularity: 'word' | 'sentence'): Span[] {
  const key = `${granularity} ${language.code}`;
  const segmenter = segmenters.get(key) ?? new Intl.Segmenter(language.code, { granularity });
  segmenters.set(key, segmenter);
  return [...segmenter.segment(text)]
    .filter(({ isWordLike }) => granularity === 'sentence' || isWordLike)
    .map(({ segment, index }) => spanAt(segment, index));
}

/** The words that carry meaning: no figures, no single letters, no stop words. */
export function tellingWords(text: string, language: Language): Span[] {
  const stops = STOPS.get(language.code) ?? STOPS.get('en');
  const words = language.spaced ? spansOf(text, SPACED_WORD) : segments(text, language, 'word');
  return words.filter(({ text: word }) => /\p{L}./su.test(word) && !stops?.has(word.toLowerCase()));
}

/**
 * The share of a text's letters that belong to the language's script, from 0 to 1; 1 without letters. Beside characters of which
 * each is as much as a word, a word in Latin letters counts as one.
 */
export function shareInScript(text: string, { letter, spaced }: Language): number {
  const letters = text.match(spaced ? /\p{L}/gu : /\p{Script=Latin}+|\p{L}/gu) ?? [];
  if (letters.length === 0) return 1;
  return letters.filter((one) => letter.test(one)).length / letters.length;
}

/** Code points that are two code units. */
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Length in code points, as the marketplaces count it. */
export function lengthOf(text: string): number {
  return text.length - (text.match(PAIR)?.length ?? 0);
}
