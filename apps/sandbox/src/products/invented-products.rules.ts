// Invents products: an ASIN is the same product in every marketplace, described in the marketplace's language.
import { faker } from '@faker-js/faker/locale/en';
import { MARKETPLACES, type Marketplace } from '#contracts';
import type { Dimensions, Product } from './items.rules.ts';
import { PRODUCT_KINDS, WORDS, type ProductWords } from './product-words.rules.ts';
import { hashOf } from './hash.rules.ts';

const VARIANTS = ['MAIN', 'PT01', 'PT02', 'PT03', 'PT04', 'PT05'] as const;
/** One invented product in three has no description; the real marketplace has such products too. */
const UNDESCRIBED_SHARE = 3;

/** The product of an ASIN: a book for an ISBN, otherwise something for the home, sports, audio or the office. */
export function inventProduct(asin: string, marketplace: Marketplace): Product {
  faker.seed(hashOf(asin));
  return asin.startsWith('B') ? inventObject(asin, marketplace) : inventBook(asin);
}

function inventObject(asin: string, marketplace: Marketplace): Product {
  const { brand, model, kind, ...traits } = inventTraits();
  const [language = 'en_US'] = MARKETPLACES[marketplace].languages;
  const vocabulary: ProductWords = WORDS[language.slice(0, 2) as keyof typeof WORDS];
  const { productType, department, materials } = PRODUCT_KINDS[kind] ?? PRODUCT_KINDS[0];
  const { item, size, weight } = measure(traits, marketplace === 'US');
  const noun = vocabulary.nouns[kind] ?? '';
  const material = vocabulary.materials[materials[traits.material] ?? 0] ?? '';
  const color = vocabulary.colors[traits.color] ?? '';
  const words: Record<string, string> = { noun, material, color, brand, model, size, weight };
  const fill = (template: string): string =>
    template.replace(/\{(\w+)\}/g, (place, word: string) => words[word] ?? place);
  // Within an English sentence things have no capitals.
  const lower = Object.fromEntries(
    ['noun', 'material', 'color'].map((word) => [word, words[word]?.toLowerCase()]),
  );
  const prose = (template: string): string =>
    language.startsWith('en')
      ? template.replace(/\{(\w+)\}/g, (place, word: string) => lower[word] ?? words[word] ?? place)
      : fill(template);
  return {
    asin,
    languageTag: language.includes('_') ? language : `${language}_${marketplace}`,
    title: fill('{brand} {noun} {model}, {material}, {color}'),
    brand,
    model,
    color,
    description: traits.described ? prose(vocabulary.description) : undefined,
    bullets: [...(vocabulary.features?.[kind] ?? []), ...vocabulary.bullets]
      .slice(0, traits.bullets)
      .map(prose),
    category: [vocabulary.departments[department] ?? '', noun],
    productType,
    details: { material },
    dimensions: item,
    variants: VARIANTS.slice(0, traits.pictures),
  };
}

type Traits = ReturnType<typeof inventTraits>;

/**
 * Properties that do not depend on the language; sides in centimetres, weight in kilograms. `kind` and `color` are
 * indexes into the words of a language, `material` is one into the materials of the kind.
 */
function inventTraits() {
  const side = (): number => faker.number.float({ min: 5, max: 60, fractionDigits: 1 });
  return {
    brand: `${faker.person.lastName()}${faker.helpers.arrayElement(['', ' Home', ' Works', ' Supply'])}`,
    model: faker.helpers.replaceSymbols('??-###'),
    kind: faker.number.int(PRODUCT_KINDS.length - 1),
    material: faker.number.int(1),
    color: faker.number.int(4),
    sides: [side(), side(), side()],
    kilograms: faker.number.float({ min: 0.1, max: 4, fractionDigits: 2 }),
    bullets: faker.number.int({ min: 3, max: 5 }),
    described: faker.number.int(UNDESCRIBED_SHARE - 1) > 0,
    pictures: faker.number.int({ min: 2, max: VARIANTS.length }),
  };
}

function measure({ sides, kilograms }: Pick<Traits, 'sides' | 'kilograms'>, imperial: boolean) {
  const [unit, short, perCm] = imperial ? ['inches', 'in', 1 / 2.54] : ['centimeters', 'cm', 1];
  const [weightUnit, weightShort, perKg] = imperial ? ['pounds', 'lb', 2.20462] : ['kilograms', 'kg', 1];
  const round = (value: number): number => Math.round(value * 100) / 100;
  const [length, width, height] = sides.map((side) => ({ unit, value: round(side * perCm) }));
  const weight = { unit: weightUnit, value: round(kilograms * perKg) };
  const item: Dimensions = { length, width, height, weight };
  return {
    item,
    size: [length, width, height].map((side) => side?.value).join(' x ') + ` ${short}`,
    weight: `${weight.value} ${weightShort}`,
  };
}

/** Books are English in every marketplace: a translation would have another ISBN. */
function inventBook(asin: string): Product {
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
