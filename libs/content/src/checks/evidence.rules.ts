// Evidence: what the source data of a product say, in the forms in which the checks look it up.
import type { SourceData } from '../source-data/source-data.rules.ts';
import { textsIn } from '../source-data/source-data.rules.ts';
import { termsIn, type TermMatch } from '../vocabulary/lexicon.rules.ts';
import { BROADER } from '../vocabulary/materials.rules.ts';
import { tokensOf, type Token } from '../words/tokens.rules.ts';
import { isDenied } from './denials.rules.ts';
import { detectedLanguage } from './detection.rules.ts';
import { pairsOf, STEM } from './similarity.rules.ts';
import { measuresOf, numberWordsIn, quantitiesIn, singleUnitsIn, type Quantity } from './quantities.rules.ts';

/** What a result may claim. */
export type Evidence = ReturnType<typeof evidenceOf>;

/** The evidence in source data; `names` are those parts that name the product rather than praise it. */
export function evidenceOf(texts: readonly string[], names: readonly string[] = texts) {
  const text = texts.join('\n');
  const tokens = tokensOf(text);
  const language = detectedLanguage(text);
  const quantities = texts.flatMap((one) => sourceQuantities(one, language));
  const { material, colour, country, certification, policy } = termsIn(tokens);
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
    materials: new Set([...namesOf(material)].flatMap((name) => [name, ...(BROADER[name] ?? [])])),
    colours: namesOf(colour),
    countries: namesOf(country),
    certifications: namesOf(certification.filter((term) => !isDenied({ text, tokens }, term))),
    /** Certifications that the source data mention at all, also to say that the product has none. */
    mentioned: namesOf(certification),
    /** Ids of the policies whose wording the source data have. */
    wording: namesOf(policy),
  };
}

function namesOf(terms: readonly TermMatch[]): Set<string> {
  return new Set(terms.map(({ value }) => value.name));
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
  return [...quantitiesIn(text, language), ...singleUnitsIn(text), ...words];
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

function sizesOf(quantities: readonly Quantity[]): Map<string, number[]> {
  const sizes = new Map<string, number[]>();
  for (const { readings, unit = '' } of quantities)
    for (const { measure, size } of readings.flatMap((reading) => measuresOf(unit, Number(reading))))
      if (measure !== '' && Number.isFinite(size)) sizes.set(measure, [...(sizes.get(measure) ?? []), size]);
  for (const list of sizes.values()) list.sort((a, b) => a - b);
  return sizes;
}

function stemsIn(text: string, tokens: readonly Token[]): Set<string> {
  const words = tokens.map(({ word }) => word).filter((word) => word.length > 2 && !/^\p{N}/u.test(word));
  return new Set([...words.map((word) => word.slice(0, STEM)), ...pairsOf(text)]);
}
