// Composes attributes: what the vocabulary knows in the product's own texts, each with the words that say it.
import { groundedText, originsOf } from '../../checks/grounding.rules.ts';
import { quantitiesIn, type Quantity } from '../../checks/quantities.rules.ts';
import { lengthOf, type Language, type Span } from '../../findings/languages.rules.ts';
import { sourceDataOf, textsIn } from '../../source-data/source-data.rules.ts';
import { UNITS } from '../../vocabulary/units.rules.ts';
import { keyOf, labelOf } from '../details.rules.ts';
import { ownColours, ownMaterials, withoutBrand, type Source } from './own-words.rules.ts';
import { MACHINE_LABELS } from '../phrases/all-phrases.rules.ts';
import type { DetailKey, Phrases } from '../phrases/phrases.rules.ts';
import { SIDES, SIZES } from '../phrases/sizes.rules.ts';
import type { Composition } from '../port.ts';

/** A value with the words that say it, and where they stand. */
export interface Attribute {
  name: string;
  value: string;
  field: string;
  quote: string;
}

/** A text of the product; a telling one is about the product as a whole and not about a part of it. */
interface Told {
  field: string;
  text: string;
  isTitle: boolean;
  isTelling: boolean;
}

/** What a text says, without a name yet. */
type Found = Pick<Attribute, 'value' | 'quote'> & { key?: DetailKey; side?: string };

/** Longest text, in words or in characters without spaces, that is about one thing. */
const SHORT = { words: 6, characters: 14 };
/** Longest quote, in code units. */
const MAX_QUOTE = 120;
/** Characters between a figure and the word that says what it measures. */
const REACH = 14;
/** What figures of a measure are, whatever stands around them. */
const CLEAR: Readonly<Record<string, DetailKey>> = { power: 'power', voltage: 'voltage', charge: 'battery' };

/** The attributes that the texts tell and the specification lacks; each name once. */
export function composeAttributes(composition: Composition): Attribute[] {
  const { task, input, language, phrases, isClean } = composition;
  const { product = {}, inputs = {} } = sourceDataOf(task);
  const known = new Set(
    textsIn(product['specification'])
      .flatMap((text) => text.split('\n'))
      .map(nameIn),
  );
  const keys = new Set([...known].map((name) => keyIn(name, phrases)));
  const wanted = textsIn(inputs['names']).map((name) => input.spell(name).toLowerCase());
  const found = new Map<string, Attribute>();
  for (const told of toldTexts(product, language))
    for (const { key, side, ...said } of [...propertiesIn(told, composition), ...sizesIn(told, language)]) {
      const name = side ?? (key ? labelOf(key, phrases) : '');
      const value = input.spell(said.value);
      const isKnown =
        known.has(name.toLowerCase()) || (key !== undefined && keys.has(key)) || found.has(name);
      const isWanted = wanted.length === 0 || wanted.includes(name.toLowerCase());
      if (name === '' || isKnown || !isWanted || !isClean(`${name}: ${value}`)) continue;
      found.set(name, { name, value, quote: said.quote, field: `product.${told.field}` });
    }
  return [...found.values()];
}

function nameIn(line: string): string {
  return line.split(/[:：]/u)[0]?.trim().toLowerCase() ?? '';
}

function keyIn(name: string, phrases: Phrases): DetailKey | undefined {
  return keyOf(name, phrases.labels) ?? keyOf(name, MACHINE_LABELS);
}

function toldTexts(
  product: NonNullable<ReturnType<typeof sourceDataOf>['product']>,
  language: Language,
): Told[] {
  const fields = ['title', 'features', 'description'];
  return fields.flatMap((field) =>
    textsIn(product[field]).map((text) => {
      const isTitle = field === 'title';
      const isShort = language.spaced
        ? text.split(/\s+/).length <= SHORT.words
        : lengthOf(text) <= SHORT.characters;
      return { field, text, isTitle, isTelling: isTitle || isShort };
    }),
  );
}

/** Materials and colours of the product as a whole, and countries of origin. */
function propertiesIn({ text, isTitle }: Told, { input, language, phrases }: Composition): Found[] {
  const source: Source = { text, isTitle, title: input.title, brand: input.brand };
  const read = groundedText(withoutBrand(source), language, isTitle);
  return [
    ...together('material', ownMaterials(source, read, language), text, phrases),
    ...together('color', isTitle ? ownColours(source, read, language) : [], text, phrases),
    ...together('origin', originsOf(read), text, phrases),
  ];
}

/** Several values of one attribute, with the words from the first to the last; leather is said by “faux leather” too. */
function together(
  key: DetailKey,
  found: readonly Omit<Span, 'text'>[],
  text: string,
  { listGap }: Phrases,
): Found[] {
  const [first] = found;
  if (!first) return [];
  const near = found.filter(({ end }) => end - first.start <= MAX_QUOTE);
  const values = new Map(
    near.map(({ start, end }) => [text.slice(start, end).toLowerCase(), text.slice(start, end)]),
  );
  const words = [...values.keys()];
  const isPart = (word: string): boolean => words.some((other) => other !== word && other.includes(word));
  const value = words
    .filter((word) => !isPart(word))
    .map((word) => values.get(word))
    .join(listGap);
  const end = near.at(-1)?.end ?? first.end;
  return [{ key, value, quote: text.slice(first.start, end) }];
}

/** Measures of the product: figures whose unit, or a word beside them, says what they measure. */
function sizesIn({ text, isTitle, isTelling }: Told, language: Language): Found[] {
  if (!isTelling) return [];
  const quantities = quantitiesIn(text, language.code).filter(
    ({ unit, isWord }) => unit !== undefined && !isWord,
  );
  const first = quantities.findIndex(({ isShared }) => isShared);
  const last = quantities.findIndex(({ isShared }, place) => place > first && !isShared);
  const sides = first >= 0 ? quantities.slice(first, last + 1) : [];
  const single = quantities.filter((quantity) => !sides.includes(quantity));
  return [
    ...sidesIn(sides, text),
    ...single.flatMap((quantity) => sizeIn(quantity, text, { language, isTitle })),
  ];
}

/** `60 x 50 in`: dimensions of a thing, if a sign or a word of multiplication stands between. */
function sidesIn(sides: readonly Quantity[], text: string): Found[] {
  const [first, second] = sides;
  const last = sides.at(-1);
  if (!first || !second || !last || !SIDES.test(text.slice(first.end, second.start))) return [];
  if (measureOf(last) !== 'length') return [];
  const value = text.slice(first.start, last.end);
  return [{ key: 'dimensions', value, quote: value }];
}

function sizeIn(
  quantity: Quantity,
  text: string,
  { language, isTitle }: { language: Language; isTitle: boolean },
): Found[] {
  const measure = measureOf(quantity);
  const { start, end } = quantity;
  const value = text.slice(start, end);
  const clear = CLEAR[measure];
  if (clear) return [{ key: clear, value, quote: value }];
  const before = /[^\d.,;]*$/u.exec(text.slice(Math.max(0, start - REACH), start))?.[0] ?? '';
  const after = /^[^\d.,;]*/u.exec(text.slice(end, end + REACH))?.[0] ?? '';
  const sizes = (SIZES[language.code] ?? []).filter((size) => size.measure === measure);
  const named =
    sizes.find(({ after: word }) => word?.test(after)) ??
    sizes.find(({ before: word }) => word?.test(before));
  const quote = text.slice(start - before.length, end + after.length).trim();
  if (named) return [{ ...named.names, value, quote }];
  return measure === 'volume' && isTitle ? [{ key: 'capacity', value, quote: value }] : [];
}

function measureOf({ unit = '' }: Quantity): string {
  return unit === 'ounce' ? 'mass' : (UNITS[unit]?.measure ?? '');
}
