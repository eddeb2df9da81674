// Similarity: the words of texts without their endings, and whether two texts say the same.
import { forLatest } from '../words/latest.rules.ts';
import { tellingWords, type Language, type Span } from '../findings/languages.rules.ts';
import { normalForm } from '../words/normal-form.rules.ts';

/** Letters of a word that tell it apart from others, without its ending. */
export const STEM = 5;
/** From this share of common words on, two texts say the same. */
const SAME = 0.7;
const SAME_CHARACTERS = 0.55;
/** Fewest words that two texts have in common when they say the same. */
const LEAST_COMMON = 3;

/** Only the letters and digits of a text, in lower case, to compare texts by what they say. */
export function normalised(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The stems of the latest texts of one language: what is composed is compared with all that was written before. */
let latest: { language?: Language; stemsOf: (text: string) => readonly string[] } = { stemsOf: () => [] };

export function stemsOf(text: string, language: Language): readonly string[] {
  if (latest.language !== language)
    latest = { language, stemsOf: forLatest(64, (one) => tellingWords(one, language).map(stemOf)) };
  return latest.stemsOf(text);
}

function stemOf({ text }: Pick<Span, 'text'>): string {
  return normalForm(text, 'NFKC').toLowerCase().slice(0, STEM);
}

/** The pairs of neighbours among the characters of scripts without spaces. */
export function pairsOf(text: string): string[] {
  return (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}/gu) ?? []).flatMap(
    (run) => {
      const letters = [...run];
      return letters.slice(1).map((letter, place) => `${letters[place]}${letter}`);
    },
  );
}

/** What two texts may have in common: stems of words, or pairs of characters where words are not spaced. */
export function comparedWordsOf(text: string, language: Language): readonly string[] {
  return language.spaced ? stemsOf(text, language) : pairsOf(text);
}

/** True when another text has all words and figures of a text, of which there are two at least. */
export function isWithin(text: string, other: string, language: Language): boolean {
  const saidIn = (said: string): string[] => [
    ...comparedWordsOf(said, language),
    ...(said.match(/\d+/g) ?? []),
  ];
  const said = new Set(saidIn(other));
  const own = saidIn(text);
  return own.length > 1 && own.every((word) => said.has(word));
}

/** True when two texts say nearly the same: most of the words of each are in the other. */
export function sayTheSame(one: string, other: string, language: Language): boolean {
  const a = new Set(comparedWordsOf(one, language));
  const b = new Set(comparedWordsOf(other, language));
  const common = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - common;
  return common >= LEAST_COMMON && common >= all * (language.spaced ? SAME : SAME_CHARACTERS);
}
