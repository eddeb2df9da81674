// Invents products: the same ASIN is the same product in every marketplace, told in that marketplace's language.
import { faker } from '@faker-js/faker/locale/en';
import type { Dimensions, Product } from './items.rules.ts';
import { KINDS, PHRASES, type Phrases } from './phrases.rules.ts';
import type { Market } from '../marketplace/search.rules.ts';
import { seedOf } from './seed.rules.ts';

const VARIANTS = ['MAIN', 'PT01', 'PT02', 'PT03', 'PT04', 'PT05'] as const;
/** One invented product in so many has no description, as in the real marketplace. */
const WITHOUT_DESCRIPTION = 3;

/** Facts that do not depend on the language; sides in centimetres, weight in kilograms. */
interface Facts {
  brand: string;
  model: string;
  kind: number;
  material: number;
  color: number;
  sides: readonly [length: number, width: number, height: number];
  kilograms: number;
  bullets: number;
  described: boolean;
  pictures: number;
}

/** What of a marketplace decides how a product is told. */
export type Voice = Pick<Market, 'code' | 'languages'>;

/** The product that an ASIN stands for: a book for an ISBN, else something for home, sport, ears or office. */
export function invent(asin: string, market: Voice): Product {
  return asin.startsWith('B') ? inventThing(asin, market) : inventBook(asin);
}

function inventThing(asin: string, market: Voice): Product {
  const facts = factsOf(asin);
  const { languageTag, phrases } = speech(market);
  const kind = KINDS[facts.kind] ?? KINDS[0];
  const { item, size, weight } = measure(facts, market.code === 'US');
  const words: Record<string, string> = {
    noun: phrases.nouns[facts.kind] ?? '',
    material: phrases.materials[kind.materials[facts.material] ?? 0] ?? '',
    color: phrases.colors[facts.color] ?? '',
    brand: facts.brand,
    model: facts.model,
    size,
    weight,
  };
  const fill = (template: string): string =>
    template.replace(/\{(\w+)\}/g, (place, word: string) => words[word] ?? place);
  return {
    asin,
    languageTag,
    title: fill('{brand} {noun} {model}, {material}, {color}'),
    brand: facts.brand,
    model: facts.model,
    color: words['color'],
    description: facts.described ? fill(phrases.description) : undefined,
    bullets: phrases.bullets.slice(0, facts.bullets).map(fill),
    category: [phrases.departments[kind.department] ?? '', words['noun'] ?? ''],
    productType: kind.productType,
    details: { material: words['material'] ?? '' },
    dimensions: item,
    variants: VARIANTS.slice(0, facts.pictures),
  };
}

function factsOf(asin: string): Facts {
  faker.seed(seedOf(asin));
  const side = (): number => faker.number.float({ min: 5, max: 60, fractionDigits: 1 });
  return {
    brand: `${faker.person.lastName()}${faker.helpers.arrayElement(['', ' Home', ' Works', ' Supply'])}`,
    model: faker.helpers.replaceSymbols('??-###'),
    kind: faker.number.int(KINDS.length - 1),
    material: faker.number.int(1),
    color: faker.number.int(4),
    sides: [side(), side(), side()],
    kilograms: faker.number.float({ min: 0.1, max: 4, fractionDigits: 2 }),
    bullets: faker.number.int({ min: 3, max: 5 }),
    described: faker.number.int(WITHOUT_DESCRIPTION - 1) > 0,
    pictures: faker.number.int({ min: 2, max: VARIANTS.length }),
  };
}

/** The first language of the marketplace that we have words for; English, if it has none of ours. */
function speech({ code, languages }: Voice): { languageTag: string; phrases: Phrases } {
  for (const language of languages) {
    const phrases = PHRASES[language.slice(0, 2)];
    if (phrases) return { languageTag: language.includes('_') ? language : `${language}_${code}`, phrases };
  }
  return { languageTag: 'en_US', phrases: PHRASES['en'] as Phrases };
}

function measure(facts: Facts, imperial: boolean): { item: Dimensions; size: string; weight: string } {
  const [unit, short, perCm] = imperial ? ['inches', 'in', 1 / 2.54] : ['centimeters', 'cm', 1];
  const [weightUnit, weightShort, perKg] = imperial ? ['pounds', 'lb', 2.20462] : ['kilograms', 'kg', 1];
  const round = (value: number): number => Math.round(value * 100) / 100;
  const [length, width, height] = facts.sides.map((side) => ({ unit, value: round(side * perCm) }));
  const weight = { unit: weightUnit, value: round(facts.kilograms * perKg) };
  return {
    item: { length, width, height, weight },
    size: [length, width, height].map((side) => side?.value).join(' x ') + ` ${short}`,
    weight: `${weight.value} ${weightShort}`,
  };
}

/** Books are English everywhere: a translation would be another book. */
function inventBook(asin: string): Product {
  faker.seed(seedOf(asin));
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  const topic = faker.helpers.arrayElement(['History', 'Cooking', 'Gardening', 'Astronomy', 'Travel']);
  return {
    asin,
    languageTag: 'en_US',
    title: `The ${capital(faker.word.adjective())} ${capital(faker.word.noun())}: A Book of ${topic}`,
    brand: `${faker.person.lastName()} Press`,
    author: faker.person.fullName(),
    bullets: [],
    category: ['Books', topic],
    productType: 'ABIS_BOOK',
    details: { binding: faker.helpers.arrayElement(['Hardcover', 'Paperback']) },
    variants: ['MAIN'],
  };
}
