// Composes product descriptions: the prose of the source, then its features as sentences, then its details.
import { checkLimits } from '../checks/limits.rules.ts';
import { isWithin, normalised, pairsOf, sayTheSame, STEM, stemsOf } from '../checks/similarity.rules.ts';
import { lengthOf, tellingWords, type Language } from '../findings/languages.rules.ts';
import { asProse, fromFeature } from './bullets.rules.ts';
import { capitalised, terminated } from './cleaning.rules.ts';
import { compact, toldDetails, untold, type Detail } from './details.rules.ts';
import type { DetailKey } from './phrases/phrases.rules.ts';
import type { Composition } from './port.ts';
import { keywordsFirst } from './source.rules.ts';
import { nameOf, tellingPieces } from './names.rules.ts';
import { shortNameOf } from './short-names.rules.ts';

/** What a description is to be like. */
export interface DescriptionOrder {
  /** Most code points, paragraph breaks included. */
  room: number;
  /** Between two paragraphs. */
  gap: string;
  detailsFirst: boolean;
  /** Fewest sentences; default: 2. */
  fewest?: number;
}

/** Share of a description after which no more prose is begun when there are features. */
const PROSE_SHARE = 0.35;
/** Details on which no sentence is worth while when the title has them. */
const NAMED: ReadonlySet<DetailKey> = new Set(['capacity', 'size', 'pieces']);
/** A name that begins with the number of what its brand is called: the 4 Slim of PlayStation. */
const NUMBERED = /^\d{1,2} \p{Lu}/u;
/** Longest sentence, in code points; longer ones are tables without their lines. */
const MAX_SENTENCE = 260;

/** Adds a sentence to the description if it is new, fits and may follow; returns what was added. */
type Add = (sentence: string) => string[];
/** True for a sentence that may stand behind those that are told. */
type MayFollow = (sentence: string, told: readonly string[]) => boolean;

/** A clean description; undefined when there is no more to say than a name. */
export function composeDescription(composition: Composition, order: DescriptionOrder): string | undefined {
  const { phrases, limits, isClean } = composition;
  const isFit = (text: string): boolean => checkLimits(text, limits).length === 0 && isClean(text);
  const text = described(composition, order, isClean);
  if (text === undefined || isFit(text)) return text;
  // Clean parts may heap up a word together, or share a passage. They seldom do, and to look at each behind the others takes long.
  const careful = described(
    composition,
    order,
    (sentence, told) => isClean(sentence) && isClean([...told, sentence].join(phrases.gap)),
  );
  return careful !== undefined && isFit(careful) ? careful : undefined;
}

/** A description of sentences that may follow the ones before them. */
function described(
  composition: Composition,
  order: DescriptionOrder,
  mayFollow: MayFollow,
): string | undefined {
  const { input, phrases } = composition;
  const { sentences, features, keywords } = input;
  const { add, said } = adder(composition, order, mayFollow);
  const introduction = firstOf(introductionOf(composition), add);
  const prose = keywordsFirst(sentences, keywords).filter(isReadable);
  const isRoomy = (): boolean => features.length === 0 || lengthOf(said()) < order.room * PROSE_SHARE;
  const featured = (): string[] =>
    keywordsFirst(features, keywords).flatMap((feature) =>
      fromFeature(feature, composition).map((bullet) => asProse(bullet, composition)),
    );
  const parts = [
    () => prose.flatMap((sentence) => (isRoomy() ? add(sentence) : [])),
    () => featured().flatMap(add),
    () => detailsOf(composition, said).flatMap(add),
  ];
  if (order.detailsFirst) parts.reverse();
  const told = parts.map((part) => part());
  const paragraphs = [[...introduction, ...(told[0] ?? [])], ...told.slice(1)].filter(
    (part) => part.length > 0,
  );
  if (paragraphs.flat().length < (order.fewest ?? 2)) return undefined;
  return paragraphs.map((part) => part.join(phrases.gap)).join(order.gap);
}

/** What was added of the first sentence that could be. */
function firstOf(sentences: readonly string[], add: Add): string[] {
  for (const sentence of sentences) {
    const added = add(sentence);
    if (added.length > 0) return added;
  }
  return [];
}

function isReadable(sentence: string): boolean {
  return lengthOf(sentence) <= MAX_SENTENCE;
}

/** Counts the gap of two paragraphs behind each sentence, which is never shorter than that of two sentences. */
function adder(
  { phrases, language }: Composition,
  { room, gap }: DescriptionOrder,
  mayFollow: MayFollow,
): { add: Add; said: () => string } {
  const told: string[] = [];
  let used = 0;
  const add: Add = (sentence) => {
    const text = terminated(capitalised(sentence), phrases.stop);
    const words = normalised(text);
    const isOld = told.some(
      (other) =>
        normalised(other).includes(words) ||
        sayTheSame(other, text, language) ||
        isWithin(text, other, language),
    );
    if (isOld || used + lengthOf(text) > room || !mayFollow(text, told)) return [];
    told.push(text);
    used += lengthOf(text) + lengthOf(gap);
    return [text];
  };
  return { add, said: () => told.join(' ') };
}

/** Sentences of which one is to name the product, unless the prose does; with the keywords that no fact has. */
function introductionOf(composition: Composition): string[] {
  const { input, phrases, task, language } = composition;
  const { brand, sentences, features, keywords } = input;
  const name = nameOf(composition);
  const facts = JSON.stringify(task.product ?? '').toLowerCase();
  const missing = keywords.filter((keyword) => !facts.includes(keyword.toLowerCase()));
  const isNamed =
    (sentences.length > 1 || features.length > 1) &&
    sentences.slice(0, 2).some((sentence) => names(sentence, name, language));
  if (name === '' || (isNamed && missing.length === 0)) return [];
  const short = shortNameOf(composition);
  const pieces = tellingPieces(composition).filter((piece) => isFurther(piece, [name, short], composition));
  const named = brand === '' ? short : namedBy(brand, short, composition);
  const isFew = sentences.length === 0 && (language.spaced || features.length < 2);
  const isBare = isFew && !input.isDoubtful;
  const further = isBare ? [...missing, ...pieces] : missing;
  const list = further.join(language.spaced ? ', ' : '、');
  // One thing more is an addition, and no list.
  const template =
    further.length > 1 || !language.spaced ? phrases.introductionWith : `{named}${phrases.listGap}{list}`;
  if (list !== '') return [filled(template, { named, list })];
  const alone = filled(phrases.introduction, { named });
  const [first] = keywordsFirst(sentences, keywords).filter(isReadable);
  const leading =
    phrases.leadIn === undefined || first === undefined
      ? []
      : [`${filled(phrases.leadIn, { named })}${first}`];
  return [...leading, alone];
}

/** A phrase with these values in its gaps, as they are: a brand may have a `$`. */
function filled(phrase: string, values: Readonly<Record<string, string>>): string {
  return phrase.replace(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);
}

/** The name with the brand, which stays before a number; in French `de` loses its vowel before another one. */
function namedBy(brand: string, name: string, { input, phrases, language }: Composition): string {
  const whole = `${brand} ${name}`;
  if (NUMBERED.test(name) && input.title.includes(whole)) return whole;
  const text = filled(phrases.named, { name, brand });
  const isOpen = language.code === 'fr' && /^[aeiouyœàâéèêëîïôù]/iu.test(brand);
  return isOpen ? text.replace(` de ${brand}`, () => ` d’${brand}`) : text;
}

/** True for a piece that neither the names nor a detail tell. */
function isFurther(
  piece: string,
  [name = '', short = '']: readonly string[],
  { input }: Composition,
): boolean {
  const said = compact(piece);
  const isDetail = input.details.some(({ label, value }) =>
    [value, `${label}${value}`].some((told) => compact(told) === said),
  );
  return !isDetail && !compact(name).includes(said) && !said.includes(compact(short));
}

/** True for a sentence with a word of the name; in German with the last part of one, as Bank is of Gartenbank. */
function names(sentence: string, name: string, language: Language): boolean {
  if (!language.spaced) return pairsOf(sentence).some((pair) => pairsOf(name).includes(pair));
  const stems = new Set(stemsOf(name, language));
  const whole = name.toLowerCase();
  return tellingWords(sentence, language).some(({ text }) => {
    const word = text.toLowerCase();
    return stems.has(word.slice(0, STEM)) || (word.length >= STEM - 1 && whole.includes(word));
  });
}

/** Sentences on the details that the text does not tell yet. */
function detailsOf({ input, phrases, language }: Composition, said: () => string): string[] {
  const { audience, details } = input;
  const asked = audience ? [filled(phrases.sentences.audience ?? '{audience}', { audience })] : [];
  const isNamed = ({ key }: Detail): boolean => key !== undefined && NAMED.has(key);
  const left = untold(details, said(), language);
  const told = [
    ...left.filter((detail) => !isNamed(detail)),
    ...untold(left.filter(isNamed), input.title, language),
  ];
  return [...asked, ...toldDetails(told, phrases, language).map(({ sentence }) => sentence)];
}
