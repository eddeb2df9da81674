// Coverage: which keywords stand in a content, and how many facts of the source data it tells.
import type { GenerationCoverage } from '#contracts';
import { textOf } from '../applications/output-schema.rules.ts';
import type { CheckContext, Content } from '../applications/port.ts';
import { hasKeyword } from '../checks/keywords.rules.ts';
import { measuresOf, quantitiesIn, type Quantity } from '../checks/quantities.rules.ts';
import { keywordsOf } from '../source-data/keywords.rules.ts';
import { sourceDataOf, textsIn } from '../source-data/source-data.rules.ts';
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';

/** Share by which a converted measure may differ. */
const SAME = 0.02;

/** What of keywords and facts stands in a content that is published. */
export function coverageOf(
  content: Content,
  { task, application, language, brand }: CheckContext,
): GenerationCoverage {
  const texts = placedTexts(content, application.parts !== undefined);
  const keywords = keywordsOf(task).map(({ keyword }) => {
    const found = texts.filter(({ text }) => hasKeyword(text, keyword, language)).map(({ place }) => place);
    return { keyword, found: [...new Set(found)] };
  });
  const said = texts.map(({ text }) => text).join('\n');
  return { keywords, facts: factsTold(said, textsIn(sourceDataOf(task)).join('\n'), brand, language.code) };
}

/** The texts of a content, and where they stand: in a listing the part, else the index and the field of an item. */
function placedTexts(content: Content, hasParts: boolean): { place: string; text: string }[] {
  if (typeof content === 'string') return [{ place: 'text', text: content }];
  return content.flatMap((item, index) => {
    const { part, ...texts } = hasParts ? item : { ...item, part: undefined };
    return Object.entries(texts).flatMap(([field, text]) =>
      typeof text === 'string' ? [{ place: textOf(part) || `${index}.${field}`, text }] : [],
    );
  });
}

/** Facts that every language has the same names for: measures, materials, colours, origins, certifications, the brand. */
function factsTold(
  said: string,
  source: string,
  brand: string,
  language: string,
): GenerationCoverage['facts'] {
  const known = new Map(measured(source).map((one) => [keyOf(one), one]));
  const told = measured(said, language);
  const measures = [...known.values()].filter((one) => told.some((other) => isSame(one, other))).length;
  const names = namesIn(source);
  const namesTold = namesIn(said, language);
  const hasBrand = brand !== '';
  const saysBrand = hasBrand && said.toLowerCase().includes(brand.toLowerCase());
  return {
    used: measures + [...names].filter((name) => namesTold.has(name)).length + Number(saysBrand),
    of: known.size + names.size + Number(hasBrand),
  };
}

interface Measured {
  measure: string;
  size: number;
}

/** The quantities with a known unit, as what they measure. */
function measured(text: string, language?: string): Measured[] {
  return quantitiesIn(text, language).flatMap(({ readings, unit }: Quantity) => {
    const [first] = unit === undefined ? [] : measuresOf(unit, Number(readings[0]));
    return first && Number.isFinite(first.size) ? [{ measure: first.measure, size: first.size }] : [];
  });
}

/** Two sources of one measure, in two units, are one fact. */
function keyOf({ measure, size }: Measured): string {
  return `${measure} ${size.toPrecision(2)}`;
}

function isSame(one: Measured, other: Measured): boolean {
  return one.measure === other.measure && Math.abs(one.size - other.size) <= SAME * Math.abs(one.size);
}

function namesIn(text: string, language?: string): Set<string> {
  const { material, colour, country, certification } = termsIn(tokensOf(text), language);
  const kinds = { material, colour, country, certification };
  return new Set(
    Object.entries(kinds).flatMap(([kind, terms]) => terms.map(({ value }) => `${kind} ${value.name}`)),
  );
}
