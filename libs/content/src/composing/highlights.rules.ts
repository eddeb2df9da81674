// Composes item highlights: headings of features, details and pieces of the title that the title beside them does not show.
import { sayTheSame } from '../checks/similarity.rules.ts';
import { limitsOf } from '../checks/limits.rules.ts';
import { lengthOf, type Language } from '../findings/languages.rules.ts';
import { headed, isList } from './bullets.rules.ts';
import { capitalised } from './cleaning.rules.ts';
import { keyOf, labelOf, toldDetails, untold, type Detail } from './details.rules.ts';
import { piecesOf, usableWords } from './names.rules.ts';
import type { DetailKey, Phrases } from './phrases/phrases.rules.ts';
import type { Composition } from './port.ts';
import { keywordsFirst } from './source.rules.ts';
import { fits, saysNothingNew } from './titles.rules.ts';

/** Fewest and most phrases, and the longest phrase in characters. */
const FEWEST = 2;
const MOST = 5;
const LONGEST = 45;
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
const UNSAID: readonly DetailKey[] = ['model', 'warning', 'contents'];

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

/** What the title or another phrase has is told only where there is hardly anything else. */
function phrasesOf(composition: Composition): string[] {
  const { input, language, phrases } = composition;
  const features = keywordsFirst(input.features, input.keywords).flatMap((feature) =>
    phrasesIn(feature, composition),
  );
  const title = shownTitle(composition);
  const telling = input.details.filter(({ key }) => !key || !UNSAID.includes(key));
  const sizes = telling.filter(({ key }) => key === 'size').map(({ value }) => value);
  const textsOf = (areClauses: boolean): string[] =>
    features.filter(({ isClause }) => isClause === areClauses).map(({ text }) => text);
  const pieces = piecesOf(composition).filter((piece) => !sizes.includes(piece));
  const first = fitting([...input.keywords, ...textsOf(false), ...pieces], title, composition);
  const left = untold(telling, [title, ...first].join('\n'), language);
  const named = telling.filter((detail) => !left.includes(detail));
  const last = [...asPhrases(left, phrases, language), ...textsOf(true)];
  const found = [...first, ...fitting(last, title, composition)];
  return found.length < FEWEST
    ? [...found, ...fitting(asPhrases(named, phrases, language), title, composition)]
    : found;
}

function asPhrases(details: readonly Detail[], phrases: Phrases, language: Language): string[] {
  return toldDetails(details, phrases, language).map(({ header, values }) =>
    isTelling(header, phrases) ? values : `${header}${betweenOf(values, phrases)}${values}`,
  );
}

/** The phrases that are clean and say something beside the title. */
function fitting(
  texts: readonly string[],
  title: string,
  { phrases, language, isClean }: Composition,
): string[] {
  return texts
    .map((phrase) => capitalised(usableWords(phrase)))
    .filter((phrase) => phrase !== '' && lengthOf(phrase) <= LONGEST && !hasList(phrase, phrases))
    .filter((phrase) => !phrases.sellerTalk.test(phrase) && isClean(phrase))
    .filter((phrase) => !saysNothingNew(phrase, title, language));
}

/** The heading of a feature, or else what it says; a clause is a sentence without its mark, and no phrase. */
function phrasesIn(
  feature: string,
  { phrases, language }: Composition,
): { text: string; isClause: boolean }[] {
  const { header = '', text } = headed(feature, phrases, language);
  const isName = header !== '' && keyOf(header, phrases.labels) === undefined && !isList(text);
  if (isName) return [{ text: header, isClause: false }];
  if (phrases.sellerTalk.test(feature)) return [];
  const said = language.spaced
    ? [asPhrase(text.replace(/[.!]$/, ''), phrases)]
    : plainPhrasesOf(text, language);
  return said.map((phrase) => ({ text: phrase, isClause: phrases.clause?.test(phrase) ?? false }));
}

/** True for several things in one phrase, which would be phrases of their own among the others. */
function hasList(phrase: string, { listGap }: Phrases): boolean {
  return /[,，]/u.test(phrase) || phrase.includes(listGap);
}

/** Figures follow what they measure without a colon. */
function betweenOf(values: string, { gap, colon }: Phrases): string {
  return /\p{N}/u.test(values) && gap !== '' ? gap : colon;
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

/** As many phrases as fit and say something new; undefined for too few. */
function joined(phrases: readonly string[], composition: Composition): string | undefined {
  const { language, isClean, phrases: own } = composition;
  const chosen: string[] = [];
  for (const phrase of phrases) {
    const isSaid = chosen.some(
      (other) => saysNothingNew(phrase, other, language) || sayTheSame(phrase, other, language),
    );
    const text = [...chosen, phrase].join(own.listGap);
    if (!isSaid && fits(text, composition) && isClean(text)) chosen.push(phrase);
    if (chosen.length === MOST) break;
  }
  return chosen.length < FEWEST ? undefined : chosen.join(own.listGap);
}
