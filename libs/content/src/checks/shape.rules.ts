// Shape: texts that break off, that heap up keywords, and that have nothing to do with the facts.
import type { ApplicationId } from '#contracts';
import type { Evidence } from './evidence.rules.ts';
import type { GroundedText } from './grounding.rules.ts';
import { lengthOf, type Language } from '../findings/languages.rules.ts';
import { matchesOf } from '../words/matches.rules.ts';
import { normalised, pairsOf, stemsOf } from './similarity.rules.ts';
import { isIdle, quantitiesIn } from './quantities.rules.ts';
import { when, type Violation } from '../findings/violations.rules.ts';

/** Words after which a text goes on. Prepositions with which German sentences end are none of them. */
const OPEN_WORDS: Readonly<Record<string, string>> = {
  en: 'and|or|the|a|an|of|your|its',
  de: 'und|oder|der|die|das|den|dem|des|ein|eine|einen|einem|einer|mit|für|von|zum|zur|im',
  fr: 'et|ou|le|la|les|un|une|des|du|de|pour|avec|à|au|aux',
  es: 'y|o|el|la|los|las|un|una|de|del|con|para|en|al',
  it: 'e|o|il|lo|la|gli|le|un|una|di|del|della|dello|con|per|sul|nel|al',
};
const OPEN_END = new Map(
  Object.entries(OPEN_WORDS).map(([code, words]) => [code, new RegExp(`(?:^|[\\s(’'])(?:${words})$`, 'u')]),
);
const OPEN_MARK = /[,，、;；:：(（–—-]$/u;
const OPEN_CHARACTERS = /(?:而且|并且|以及|或者|和|与|が|は|を|の|と|や|でも|ながら|について)$/u;
const FINISHED = /[.!?。！？…][)"'”’」』）»]*$/u;
/** Applications that write whole sentences. */
const PROSE: ReadonlySet<string> = new Set<ApplicationId>(['product-description', 'faq']);
/** Fewest words, or characters without spaces, of a last sentence that needs a full stop. */
const SENTENCE = { words: 7, characters: 12 };
/** Length of a passage that nobody says twice by chance. */
const PASSAGE = { words: 9, characters: 16 };
/** A shorter one that nobody says so often, but for a name. */
const ECHO = { words: 4, times: 4 };
/** Fewest names of a thing, one after another, that are a heap, in a title and in a list; and fewest times of one word. */
const HEAP = { title: 5, list: 6, word: 6 };
/** Largest share of the words of a text that may be one and the same word. */
const MOST_SHARE = 0.2;
/** Words of lists that say what a product is free of. */
const LACKING = /^(?:free|no|non|without|frei|ohne|sans|sin|senza)$/;
/** Share of the words of a text in the language of the facts that must be among the facts. */
const LEAST_KNOWN = 0.08;
/** Languages that make one word of two. */
export const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi']);
const LEAST_COMPOUND = 4;

/** A word, or all sides of a thing as one: “55 x 40 x 20” may be said twice. */
const WORD = /\p{N}[\p{N}.,]*(?:\s?[x×]\s?\p{N}[\p{N}.,]*)+|[\p{L}\p{N}]+/gu;

const CHARACTER = /[\p{L}\p{N}]/gu;

/** A text that stops in the middle. A title may end with any name, and a bullet point without a full stop. */
export function checkEnd(text: string, application: string, { code, spaced }: Language): Violation[] {
  const last = text.trim().split('\n').at(-1)?.trim() ?? '';
  if (last === '' || FINISHED.test(last)) return [];
  const isInWords = spaced || !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(last);
  const isSentence = isInWords
    ? last.split(/\s+/).length >= SENTENCE.words
    : lengthOf(last) >= SENTENCE.characters;
  const isProse = PROSE.has(application) && !/^[^.!?。]{1,40}[:：]/u.test(last);
  const ends = [OPEN_MARK, OPEN_END.get(code), ...(spaced ? [] : [OPEN_CHARACTERS])];
  const breaksOff = ends.some((end) => end?.test(last));
  return when(breaksOff || (isProse && isSentence), 'TRUNCATED', text);
}

/**
 * A passage that is said twice, as small models do: what follows an earlier place word by word, from its second time on; and one of
 * a few words that is said again and again, unless the facts have it, as a name, which may have an article.
 */
export function checkRepetition(text: string, { spaced }: Language, evidence: Evidence): Violation[] {
  const length = PASSAGE[spaced ? 'words' : 'characters'];
  const words = matchesOf(text.toLowerCase(), spaced ? WORD : CHARACTER);
  // Most texts repeat fewer words than any passage has.
  const repeated = words.length - new Set(words.map(({ 0: word }) => word)).size;
  if (repeated < Math.min(length, ECHO.words + ECHO.times - 2)) return [];
  const said = new Set<string>();
  for (let end = length; end <= words.length; end += 1) {
    const passage = words.slice(end - length, end);
    const key = passage.join(' ');
    if (said.has(key)) return [{ rule: 'REPEATED_PASSAGE', start: passage[0]?.index ?? 0, end: text.length }];
    said.add(key);
  }
  return spaced ? echoes(text, words, evidence) : [];
}

function echoes(text: string, words: readonly RegExpExecArray[], { lowerCase }: Evidence): Violation[] {
  const times = new Map<string, number>();
  for (let end = ECHO.words; end <= words.length; end += 1) {
    const passage = words.slice(end - ECHO.words, end);
    const key = passage.join(' ');
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    if (count !== ECHO.times) continue;
    const names = [passage, passage.slice(1), passage.slice(0, -1)].map((part) => part.join(' '));
    if (!names.some((name) => lowerCase.includes(name)))
      return [{ rule: 'REPEATED_PASSAGE', start: passage[0]?.index ?? 0, end: text.length }];
  }
  return [];
}

/** A text that says the same as its heading, or an answer as its question. */
export function saysNoMore(heading: string, text: string): Violation[] {
  const isSame = heading !== '' && normalised(heading) === normalised(text);
  return isSame ? [{ rule: 'DUPLICATE', start: 0, end: text.length, severity: 'hard' }] : [];
}

/** A figure with the word behind it. */
export const MEASURE = /\p{N}[\p{N}.,]*[\s-]?\p{L}*/gu;

/** A text of measures alone, such as “10.8 fl oz”: of what is not said. Without spaces the word behind a figure has no end. */
export function namesNothing(text: string, { spaced }: Language): Violation[] {
  return when(spaced && !/\p{L}{3}/u.test(text.replace(MEASURE, ' ')), 'TOO_FEW_FACTS', text);
}

/** Names of a thing in a row, or one word again and again. */
export function checkStuffing(given: GroundedText, evidence: Evidence, language: Language): Violation[] {
  const { text, isTitle } = given;
  const parts = text.split(isTitle && !language.spaced ? /[\s,，、|/;；]+/u : /\s*[,，、|;；]\s*/u);
  const names = parts.filter((part) => isName(part, evidence, language));
  const isHeap = isTitle
    ? names.length >= HEAP.title && names.length * 2 > parts.length
    : sharesWord(names, language);
  return when(isHeap || (!isTitle && repeatsOne(text, language)), 'KEYWORD_STUFFING', text);
}

/** A part of a list that names a thing in a few words, without saying anything that the facts say. */
function isName(part: string, { lowerCase }: Evidence, { spaced }: Language): boolean {
  const isShort = spaced ? part.split(/\s+/).length <= 3 : lengthOf(part) <= 6;
  return part !== '' && isShort && !/\p{N}/u.test(part) && !lowerCase.includes(part.toLowerCase());
}

/** True for six names or more, of which five have a word in common. */
function sharesWord(names: readonly string[], language: Language): boolean {
  if (names.length < HEAP.list) return false;
  const words = names.flatMap((name) => [...new Set(stemsOf(name, language))]);
  const counts = countsOf(words.filter((word) => !LACKING.test(word)));
  return Math.max(0, ...counts.values()) >= HEAP.list - 1;
}

/** One word that is a fifth of all, but not in a table of sizes, which repeats its heads. */
function repeatsOne(text: string, language: Language): boolean {
  const stems = stemsOf(text, language).filter((word) => !LACKING.test(word));
  const most = Math.max(0, ...countsOf(stems).values());
  const figures = text.match(/\p{N}+/gu)?.length ?? 0;
  return most >= HEAP.word && most > stems.length * MOST_SHARE && most > figures;
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** How many facts a content tells: figures, names, materials, colours, words of the source. */
export function factsIn(text: string, given: GroundedText, evidence: Evidence, language: Language): number {
  const { material, colour } = given.terms;
  const figures = quantitiesIn(text, given.language).filter((quantity) => !isIdle(quantity));
  const told = figures.filter(({ readings }) =>
    readings.some((reading) => evidence.figures.has(reading)),
  ).length;
  const named = [
    ...material.filter(({ value }) => evidence.materials.has(value.name)),
    ...colour.filter(({ value }) => evidence.colours.has(value.name)),
  ].length;
  return told + named + wordsTold(text, evidence, language);
}

/** Words of the source in a text; 0 where a text in its language has too few of them for its length. */
function wordsTold(
  text: string,
  { stems, lowerCase, language: source }: Evidence,
  language: Language,
): number {
  const said = new Set(
    language.spaced ? stemsOf(text, language) : [...stemsOf(text, language), ...pairsOf(text)],
  );
  // In a language with compounds a word of the source may end with it: Brett in Eichenbrett.
  const isCompound = (word: string): boolean =>
    COMPOUNDING.has(language.code) && word.length >= LEAST_COMPOUND && lowerCase.includes(word);
  const told = [...said].filter((word) => stems.has(word) || isCompound(word)).length;
  const isSameLanguage = source === language.code && language.spaced;
  return isSameLanguage && told < said.size * LEAST_KNOWN ? 0 : told;
}
