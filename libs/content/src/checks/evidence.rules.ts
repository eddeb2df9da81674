// Evidence: what the source data of a product say, in the forms in which the checks look it up.
import type { SourceData } from '../source-data/source-data.rules.ts';
import { textsIn } from '../source-data/source-data.rules.ts';
import { termsIn, type TermMatch, type Terms } from '../vocabulary/lexicon.rules.ts';
import { NAMES_OF_COUNTRIES } from '../vocabulary/countries.rules.ts';
import { vouchedBy, withBroader } from '../vocabulary/material-kinds.rules.ts';
import { VOCABULARY_LANGUAGES } from '../vocabulary/vocabulary.rules.ts';
import { tokensOf, type Token } from '../words/tokens.rules.ts';
import { isDenied } from './denials.rules.ts';
import { detectedLanguage } from './detection.rules.ts';
import { joined } from './joined.rules.ts';
import { pairsOf, STEM } from './similarity.rules.ts';
import { numberWordsIn, quantitiesIn, singleUnitsIn, sizesOf, type Quantity } from './quantities.rules.ts';

/** Most tokens between words of origin and a country. */
export const ORIGIN_REACH = 3;
/** The same for a country in which facts say that something is done, without a comma between. */
const LONG_REACH = 8;
/** Words right before a place. */
export const PLACED = /^(?:in|en|au|aux|à)$/iu;
/** Signs of Chinese and Japanese, in which each is a token, and words of origin follow a country. */
export const HAN = /[\p{Script=Han}\p{Script=Katakana}]/u;
/** An end of a sentence, and no dot of an abbreviation such as P.R. */
const SENTENCE_END = /(?<=[\p{L}\p{N}]{3})[.!?](?=\s)|[。！？；;\n|•]/u;
/** Letters before and after a place in which something belongs to it. */
const NEAR = 80;
/** Between a percentage and its material: at most two words, of which none leads to something else or is a fibre unknown here. */
const SHARE_OF =
  /^(?!.*(?:(?<!\p{L})(?:for|with|für|mit|pour|avec|para|con|per)(?!\p{L})|elast|élast|spandex|lycra|visco|rayon|modal|lyocell|tencel|acr[yií]l|pol[iy]am|hemp|hanf|chanvre|cáñamo|canapa))(?:[^\S\n]*\p{L}[\p{L}\p{M}]*(?![\p{L}\p{M}])){0,2}[^\S\n]*$/iu;
/** Between a material and its percentage. */
const OF_SHARE = /^[^\S\n:：(（-]{0,3}[:：(（-]?[^\S\n]{0,3}$/u;
/** Between two percentages, that they are not of one list that has only blanks between its parts. */
const LIST_END = /(?![:：()（）-])[\p{P}\p{S}\n]/u;
/** A word right before the first percentage of a list, and right behind its last. */
const HEADED = /[\p{L}\p{M}][^\S\n]*$/u;
const FOLLOWED = /^[^\S\n]*\p{L}/u;
/** What may join two countries, each of which something is made in. */
const JOINED = /^\s*(?:[&/、]|,?\s(?:and|or|und|oder|et|ou|y|o|e)\s|和|及)\s*(?:in\s)?\s*(?:the\s)?$/iu;
/** Words that in small letters name no country: contact us, polish shoes. */
const OTHER_WORD = /^(?:us|polish)$/;

/** What a result may claim. */
export type Evidence = ReturnType<typeof evidenceOf>;

/** The evidence in source data; `names` are those parts that name the product rather than praise it. */
export function evidenceOf(texts: readonly string[], names: readonly string[] = texts) {
  const text = texts.join('\n');
  const tokens = tokensOf(text);
  const language = detectedLanguage(text);
  const quantities = texts.flatMap((one) => sourceQuantities(one, language));
  const { material, colour, country, certification, policy } = termsIn(tokens);
  const hasShares = quantities.some(({ unit }) => unit === 'percent');
  const isClaimed = (term: Pick<TermMatch, 'from' | 'end'>): boolean => !isDenied({ text, tokens }, term);
  return {
    /** Beginnings of the words, and pairs of characters of a text without spaces. */
    stems: stemsIn(text, tokens),
    /** How much the quantities with a unit measure, in base units, by what they measure; sorted. */
    sizes: sizesOf(quantities),
    figures: figuresOf(quantities, texts),
    text,
    lowerCase: text.toLowerCase(),
    nameTokens: tokensOf(names.join('\n')),
    /** The language of most of the texts; undefined when they are too few to tell. */
    language,
    materials: withBroader([...namesOf(material.filter(isClaimed)), ...vouchedBy(tokens, isClaimed)]),
    /** The shares that the source data give for a material. */
    shares: sharesIn(hasShares ? quantitiesIn(text, language) : [], material, text),
    colours: namesOf(colour),
    countries: namesOf(country),
    /** Where the product is said to be made. The words for it are not known in every language. */
    origins: isWithoutWords(language)
      ? namesOf(country)
      : new Set(country.length === 0 ? [] : texts.flatMap(originsIn)),
    certifications: namesOf(certification.filter(isClaimed)),
    /** Certifications and materials that the source data mention at all, also to say that the product has none. */
    mentioned: namesOf([...certification, ...material]),
    /** Ids of the policies whose wording the source data have. */
    wording: namesOf(policy),
  };
}

function namesOf(terms: readonly TermMatch[]): Set<string> {
  return new Set(terms.map(({ value }) => value.name));
}

export function isWithoutWords(language: string | undefined): boolean {
  return language !== undefined && !VOCABULARY_LANGUAGES.some((code) => code === language);
}

/** The shares of each material: the figures that stand beside it. */
function sharesIn(
  quantities: readonly Quantity[],
  materials: readonly TermMatch[],
  text: string,
): Map<string, Set<string>> {
  const shares = new Map<string, Set<string>>();
  for (const [{ readings }, found] of materialsOfShares(quantities, materials, text))
    for (const { value } of found) {
      const known = shares.get(value.name) ?? new Set();
      shares.set(value.name, known);
      for (const reading of readings) known.add(reading);
    }
  return shares;
}

/** What each percentage is the share of. Of a list that can be read in two ways nothing is told. */
export function materialsOfShares(
  quantities: readonly Quantity[],
  materials: readonly TermMatch[],
  text: string,
): Map<Quantity, readonly TermMatch[]> {
  const lists: Quantity[][] = [];
  for (const share of quantities.filter(({ unit }) => unit === 'percent')) {
    const list = lists.at(-1);
    const isNext = list && !LIST_END.test(text.slice(list.at(-1)?.end, share.start));
    if (isNext) list.push(share);
    else lists.push([share]);
  }
  return new Map(lists.flatMap((list) => withMaterials(list, materials, text)));
}

/** The percentages of a list with their materials: all stand before theirs, “60% organic cotton”, or behind, “cotton: 60%”. */
function withMaterials(
  list: readonly Quantity[],
  materials: readonly TermMatch[],
  text: string,
): [Quantity, readonly TermMatch[]][] {
  const behind = list.map(({ start, end }) => {
    const found = around(materials, start).filter(
      (one) => one.start >= end && SHARE_OF.test(text.slice(end, one.start)),
    );
    return found.filter((one) => one.start < (found[0]?.end ?? 0));
  });
  const before = list.map(({ start }) =>
    around(materials, start).filter((one) => one.end <= start && OF_SHARE.test(text.slice(one.end, start))),
  );
  const start = list[0]?.start ?? 0;
  const end = list.at(-1)?.end ?? 0;
  const isHeaded = before[0]?.length !== 0 || HEADED.test(text.slice(Math.max(0, start - NEAR), start));
  const isFollowed = FOLLOWED.test(text.slice(end, end + NEAR));
  // Words on both sides: made of 60% cotton 40% linen begins with no material, and ends with one.
  const isKnown = isHeaded !== isFollowed || (before[0]?.length === 0 && behind.at(-1)?.length !== 0);
  const found = isFollowed ? behind : before;
  return list.map((share, at) => [share, (isKnown && found[at]) || []]);
}

/** Of terms in the order of a text, those that begin near a place. */
function around(found: readonly TermMatch[], place: number): TermMatch[] {
  let low = 0;
  let high = found.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((found[middle]?.start ?? 0) < place - NEAR) low = middle + 1;
    else high = middle;
  }
  const near: TermMatch[] = [];
  for (let one = found[low]; one && one.start <= place + NEAR; one = found[low + near.length]) near.push(one);
  return near;
}

/** The countries that a text says the product is made in: in each sentence those that stand nearest to words of origin. */
export function originsIn(text: string): string[] {
  return text.split(SENTENCE_END).flatMap((sentence) => {
    const tokens = tokensOf(sentence);
    const terms = termsIn(tokens);
    const { country, origin } = terms;
    const places = country.filter(
      (place) =>
        !isOtherWord(place, terms, { sentence, tokens }) && !isOfMaterial(place, terms.material, tokens),
    );
    // A value of a field is a country alone.
    const alone = places.filter(({ from, to }) => from === 0 && to === tokens.length);
    return [...alone, ...origin.flatMap((made) => nearestTo(made, places, { sentence, tokens, terms }))].map(
      ({ value }) => value.name,
    );
  });
}

/** True for a word that names no country, but where words of origin stand right before it: made in us. */
function isOtherWord(
  { from, start, end }: TermMatch,
  { origin }: Terms,
  { sentence, tokens }: { sentence: string; tokens: readonly Token[] },
): boolean {
  if (!OTHER_WORD.test(sentence.slice(start, end))) return false;
  const at = tokens[from - 1]?.word === 'the' ? from - 1 : from;
  return !around(origin, start).some(({ to, value }) => to === at && value.name !== 'after');
}

/** True for the country of a material beside it: Italian leather, cuir italien; not for one that only its name stands beside. */
export function isOfMaterial(
  { from, to, start }: TermMatch,
  materials: readonly TermMatch[],
  tokens: readonly Token[],
): boolean {
  const words = tokens.slice(from, to).map(({ word }) => word);
  const isHan = HAN.test(words[0] ?? '');
  if (!isHan && NAMES_OF_COUNTRIES.has(words.join(' '))) return false;
  return around(materials, start).some(
    (material) =>
      (material.from === to && !tokens[to]?.isAfterBreak) ||
      // 不锈钢中国制造 is steel, and made in China.
      (!isHan && material.to === from && !tokens[from]?.isAfterBreak),
  );
}

/** The countries nearest to words of origin, and those that are joined to them: in Germany and Austria. */
function nearestTo(
  made: TermMatch,
  all: readonly TermMatch[],
  { sentence, tokens, terms }: { sentence: string; tokens: readonly Token[]; terms: Terms },
): TermMatch[] {
  const places = around(all, made.start);
  const gaps = places.map((place) => tokensBetween(made, place, { tokens, terms }));
  const least = Math.min(...gaps, LONG_REACH);
  const isJoined = (one: number, other: number): boolean =>
    JOINED.test(sentence.slice(places[one]?.end, places[other]?.start));
  return places.filter(
    (_place, at) =>
      gaps[at] === least ||
      (gaps[at - 1] === least && isJoined(at - 1, at)) ||
      (gaps[at + 1] === least && isJoined(at, at + 1)),
  );
}

/** How many words stand between words of origin and a country; without end where it does not belong to them. */
function tokensBetween(
  { from, to, value }: TermMatch,
  place: TermMatch,
  { tokens, terms }: { tokens: readonly Token[]; terms: Terms },
): number {
  const isBefore = place.from >= from;
  if (value.name === 'after') return place.to === from ? 0 : Infinity;
  if (value.name === 'before' && !isBefore) return Infinity;
  const gap = Math.max(0, isBefore ? place.from - to : from - place.to);
  // Made by hand by artisans in Jaipur, India; 日本国内の工場で製造.
  const isPlaced = [1, 2].some((back) => PLACED.test(tokens[place.from - back]?.word ?? ''));
  // Made of wool from New Zealand.
  const isMaterial = (one: TermMatch): boolean => one.from >= to && one.to <= place.from;
  const isLoose = isPlaced || tokens[place.from]?.isAfterBreak;
  if (!isLoose && around(terms.material, place.start).some(isMaterial)) return Infinity;
  const between = tokens.slice(isBefore ? to : place.to, isBefore ? place.from : from + 1);
  const isHan = HAN.test(tokens[place.from]?.word ?? '');
  const isLong = (isPlaced || isHan) && !between.some(({ isAfterBreak }) => isAfterBreak);
  return gap <= (isLong ? LONG_REACH : ORIGIN_REACH) ? gap : Infinity;
}

/** The texts of source data that say what a product is and is called; prose may be a seller's. */
export function namesIn({ product, inputs, document }: SourceData): string[] {
  const { title, brand, specification, tags } = product ?? {};
  return [title, brand, specification, tags, document?.['title']]
    .flatMap((part) => textsIn(part))
    .concat(textsIn(inputs));
}

/**
 * Quantities with the number words of the language, of English, in which many sources are, and of Chinese where a text has its
 * characters: short ones with names in Latin letters do not tell their language.
 */
function sourceQuantities(text: string, language = 'en'): Quantity[] {
  const others = ['en', ...(/\p{Script=Han}/u.test(text) ? ['zh'] : [])].filter((code) => code !== language);
  const words = others.flatMap((code) => numberWordsIn(text, code));
  const read = quantitiesIn(text, language);
  return [...new Set([...read, ...joined(read, text)]), ...singleUnitsIn(text), ...words];
}

/** The units with which each value occurs; `''` for a figure without a known unit. */
function figuresOf(quantities: readonly Quantity[], texts: readonly string[]): Map<string, Set<string>> {
  const figures = new Map<string, Set<string>>();
  const add = (reading: string, unit: string): void => {
    figures.set(reading, (figures.get(reading) ?? new Set()).add(unit));
  };
  for (const { readings, unit, isShared } of quantities) {
    for (const reading of readings) {
      if (unit === undefined || isShared) add(reading, '');
      if (unit !== undefined) add(reading, unit);
    }
  }
  // `3,4,5` may be a list.
  for (const list of texts.flatMap((text) => text.match(/(?<!\d)\d+(?:,\d+)+/g) ?? []))
    for (const part of list.split(',')) add(String(Number(part)), '');
  return figures;
}

function stemsIn(text: string, tokens: readonly Token[]): Set<string> {
  const words = tokens.map(({ word }) => word).filter((word) => word.length > 2 && !/^\p{N}/u.test(word));
  return new Set([...words.map((word) => word.slice(0, STEM)), ...pairsOf(text)]);
}
