// Composes item highlights: headings of features, details and pieces of the title that the title beside them does not show.
import { sayTheSame } from '../checks/similarity.rules.ts';
import { limitsOf } from '../checks/limits.rules.ts';
import { quantitiesIn } from '../checks/quantities.rules.ts';
import { lengthOf, type Language } from '../findings/languages.rules.ts';
import { headed, isList, isOnCare, statementsOf } from './bullets.rules.ts';
import { capitalised } from './cleaning.rules.ts';
import { compact, keyOf, labelOf, toldDetails, untold, type Detail } from './details.rules.ts';
import { tellingPieces, usableWords } from './names.rules.ts';
import type { DetailKey, Phrases } from './phrases/phrases.rules.ts';
import type { Composition } from './port.ts';
import { keywordsFirst } from './source.rules.ts';
import { fits, saysNothingNew } from './titles.rules.ts';

/** Fewest and most phrases, and the longest phrase in characters. */
const FEWEST = 2;
const MOST = 5;
const LONGEST = 45;
/** Longest phrase where there are hardly any others. */
const LONGEST_OF_FEW = 62;
const FEW = 2;
/** Most words, or characters of a script without spaces, of a value. */
const FEW_WORDS = 3;
const FEW_CHARACTERS = 12;
/** Details whose values say what they are. */
const TELLING: readonly DetailKey[] = [
  'material',
  'color',
  'capacity',
  'pattern',
  'finish',
  'scent',
  'flavor',
];
/** Details that make nobody open the page. */
const UNSAID: readonly DetailKey[] = ['model', 'warning', 'contents', 'care'];
/** A size in letters or a number alone, which is not what one buys it for. */
const BARE_SIZE = /^(?:\p{L}+|[\d.,/-]+)$/u;

/** Polite ends of Japanese sentences, and what stands for them in a list. Of other verbs the plain form is not known. */
const POLITE: readonly (readonly [end: RegExp, other: string])[] = [
  [/です$/u, ''],
  [/があります$/u, 'あり'],
  [/(?<=[\p{Script=Han}ー\p{Script=Katakana}])します$/u, ''],
  [/できます(?=$|（[^）]*）$)/u, 'できる'],
  [/(?<=[えけげせてねべめれ])ます(?=$|（[^）]*）$)/u, 'る'],
];

/** Up to `count` different clean texts of highlights, each of which begins with another phrase. */
export function composeHighlights(composition: Composition, count: number): { text: string }[] {
  const phrases = phrasesOf(composition);
  const found = new Set<string>();
  for (const place of phrases.keys()) {
    const text = joined([...phrases.slice(place), ...phrases.slice(0, place)], composition);
    if (text !== undefined) found.add(text);
    if (found.size === count) break;
  }
  return [...found].map((text) => ({ text }));
}

/** A phrase of a feature: a word alone heads it, and a clause is a sentence without its mark. */
interface Phrase {
  text: string;
  kind: 'phrase' | 'word' | 'clause';
}

/** What the title or another phrase has is told only where there is hardly anything else. */
function phrasesOf(composition: Composition): string[] {
  const { input, language, phrases } = composition;
  const features = keywordsFirst(input.features, input.keywords).flatMap((feature) =>
    phrasesIn(feature, composition),
  );
  const title = shownTitle(composition);
  const telling = input.details.filter(({ key }) => !key || !UNSAID.includes(key));
  const open = telling.filter(({ key, value }) => key !== 'size' || !BARE_SIZE.test(value));
  const sizes = telling.filter(({ key }) => key === 'size').map(({ value }) => value);
  const textsOf = (kind: Phrase['kind']): string[] =>
    features.filter((phrase) => phrase.kind === kind).map(({ text }) => text);
  const pieces = tellingPieces(composition).filter((piece) => !sizes.includes(piece));
  const fit = (texts: readonly string[], longest?: number): string[] =>
    fitting(texts, title, composition, longest);
  const first = fit([...input.keywords, ...textsOf('phrase'), ...pieces]);
  const left = untold(open, [title, ...first].join('\n'), language);
  const found = [...first, ...fit(asPhrases(left, phrases, language))];
  const long = found.length > FEW ? [] : fit([...textsOf('phrase'), ...textsOf('clause')], LONGEST_OF_FEW);
  const words = found.length + long.length > FEW ? [] : fit(textsOf('word'));
  const all = [...new Set([...found, ...long, ...words, ...fit(textsOf('clause'))])].filter(isNoEcho);
  const named = telling.filter((detail) => !left.includes(detail));
  return all.length < FEWEST ? [...all, ...fit(asPhrases(named, phrases, language))] : all;
}

/** False for a label with a value that another phrase says: “Metal: Sterling silver” beside “925 sterling silver”. */
function isNoEcho(phrase: string, _place: number, all: readonly string[]): boolean {
  const [, value = ''] = phrase.split(/\s?:\s|：/u);
  return value === '' || !all.some((other) => other !== phrase && compact(other).includes(compact(value)));
}

function asPhrases(details: readonly Detail[], phrases: Phrases, language: Language): string[] {
  const told = details.flatMap((detail) => toldDetails([detail], phrases, language));
  return told.map(({ header, values }) =>
    isTelling(header, phrases) ? values : `${header}${betweenOf(values, phrases)}${values}`,
  );
}

/** The phrases that are clean and say something beside the title. */
function fitting(
  texts: readonly string[],
  title: string,
  { phrases, language, isClean }: Composition,
  longest = LONGEST,
): string[] {
  return texts
    .map((phrase) => capitalised(usableWords(phrase)))
    .filter(
      (phrase) =>
        /\p{Script=Han}|\p{L}{2}/u.test(phrase) &&
        lengthOf(phrase) <= longest &&
        !hasList(phrase, phrases, longest > LONGEST),
    )
    .filter((phrase) => !phrases.sellerTalk.test(phrase) && isClean(phrase))
    .filter((phrase) => !saysNothingNew(phrase, title, language));
}

/** The heading of a feature, or else what it says; none of what is a seller's but for its heading. */
function phrasesIn(feature: string, { phrases, language }: Composition): Phrase[] {
  const { header = '', text } = headed(feature, phrases, language);
  const sentences = statementsOf(text, header, { language, phrases });
  const key = keyOf(header, phrases.labels);
  if (sentences.length === 0 || (key && UNSAID.includes(key) && key !== 'care')) return [];
  const isWord = language.spaced && /^\S+$/u.test(header);
  // A list needs its heading, and is none of one phrase among others.
  if (header !== '' && isList(text)) return [];
  const isName = header !== '' && key === undefined;
  const isTold = key !== undefined && TELLING.includes(key);
  if (header !== '' && !isTold && isShort(text, language))
    return [{ text: `${header}${phrases.colon}${text.replace(/[.。]$/u, '')}`, kind: 'phrase' }];
  if (isName && !isWord) return [{ text: header, kind: 'phrase' }];
  if (phrases.sellerTalk.test(feature)) return [];
  const said = language.spaced
    ? sentences.map((sentence) => asPhrase(sentence.replace(/\.$/u, ''), phrases))
    : plainPhrasesOf(text, language);
  const isOpen = isName && /^\p{Ll}/u.test(text);
  const all = said.map((phrase, place): Phrase => ({
    text: isOpen && place === 0 ? `${header}${phrases.colon}${phrase}` : phrase,
    kind: phrases.clause?.test(phrase) || isOnCare(phrase, phrases, language) ? 'clause' : 'phrase',
  }));
  return isName ? [...all, { text: header, kind: 'word' }] : all;
}

/** True for several things in one phrase, which would be phrases of their own among the others; two may be so where there are few. */
function hasList(phrase: string, { listGap, and, gap }: Phrases, areTwoFine: boolean): boolean {
  const [, ...rest] = phrase.split(/[,，](?!\d)/u);
  const areTwo = areTwoFine && gap !== '' && rest.length === 1 && !rest[0]?.includes(and);
  return areTwo ? false : rest.length > 0 || phrase.includes(listGap);
}

/** True for a text that is a value, and no sentence that its heading could stand for. */
function isShort(text: string, { spaced }: Language): boolean {
  if (/^\d/u.test(text)) return true;
  return spaced ? text.split(' ').length <= FEW_WORDS : lengthOf(text) <= FEW_CHARACTERS;
}

/** Figures follow the label of a detail without a colon; the heading of a feature may end with a figure of its own. */
function betweenOf(values: string, { gap, colon }: Phrases): string {
  return /^\p{N}/u.test(values) && gap !== '' ? gap : colon;
}

/** A sentence that says no more than a value, as its words with the value. */
function asPhrase(sentence: string, { valued }: Phrases): string {
  const [, words, value] = valued?.exec(sentence) ?? [];
  return words && value ? `${words} ${value}` : sentence;
}

/**
 * In a script without spaces: in Chinese the beginnings of sentences, because what follows has no subject; in Japanese without
 * the polite ends of sentences, which no phrase of a list has.
 */
function plainPhrasesOf(text: string, { code }: Language): string[] {
  if (code !== 'ja') return text.split(/[。！]/u).map((sentence) => sentence.split('，')[0] ?? '');
  return text
    .split(/[。！]/u)
    .map((sentence) => POLITE.reduce((plain, [end, other]) => plain.replace(end, other), sentence))
    .filter((phrase) => !/(?:です|ます|ません|ました|でした|ください)(?:（[^）]*）)?$/u.test(phrase));
}

function isTelling(header: string, phrases: Phrases): boolean {
  return TELLING.some((key) => labelOf(key, phrases) === header);
}

/** As much of the title as the marketplace shows. */
function shownTitle({ beside, input, task }: Composition): string {
  const [title = ''] = input.spell(beside).split('\n');
  const { maxText } = limitsOf({ ...task, applicationId: 'product-title' });
  return Array.from(title).slice(0, maxText).join('');
}

/** True for phrases with the same measures, of which there is one at least. */
function measureTheSame(one: string, other: string, { code }: Language): boolean {
  const measuresOf = (text: string): string =>
    quantitiesIn(text, code)
      .flatMap(({ unit, readings }) => (unit === undefined ? [] : [`${readings.join('/')} ${unit}`]))
      .join();
  const measures = measuresOf(one);
  return measures !== '' && measures === measuresOf(other);
}

/** As many phrases as fit and say something new; undefined for too few. */
function joined(phrases: readonly string[], composition: Composition): string | undefined {
  const { language, isClean, phrases: own } = composition;
  const chosen: string[] = [];
  for (const phrase of phrases) {
    const isSaid = chosen.some(
      (other) =>
        saysNothingNew(phrase, other, language) ||
        saysNothingNew(other, phrase, language) ||
        sayTheSame(phrase, other, language) ||
        measureTheSame(phrase, other, language),
    );
    const text = [...chosen, phrase].join(own.listGap);
    if (!isSaid && fits(text, composition) && isClean(text)) chosen.push(phrase);
    if (chosen.length === MOST) break;
  }
  return chosen.length < FEWEST ? undefined : chosen.join(own.listGap);
}
