// Items of file and invented products, against the shape of the official examples.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '@sp-api-sdk/catalog-items-api-2022-04-01';
import { MARKETPLACE_CODES, MARKETPLACES } from '#contracts';
import { invent } from './invention.rules.ts';
import { fromRecord, toItem, type Product } from './items.rules.ts';
import type { Market } from '../marketplace/search.rules.ts';

const PUBLIC = 'http://sandbox.test';
const ALL = ['attributes', 'classifications', 'dimensions', 'images', 'productTypes', 'summaries'];

function market(code: keyof typeof MARKETPLACES): Market {
  const { marketplaceId, region, languages } = MARKETPLACES[code];
  if (!marketplaceId || !region) throw new Error(`${code} is not served`);
  return { code, marketplaceId, region, languages };
}

const item = (product: Product, code: keyof typeof MARKETPLACES = 'US'): Item =>
  toItem(product, market(code).marketplaceId, PUBLIC, ALL);

const record = {
  asin: 'B06XXXLJ6V',
  locale: 'en_US',
  title: 'Leather Case',
  brand: 'FYY',
  color: null,
  description: null,
  bullets: ['First.', 'Second.'],
  category: ['Cell Phones', 'Cases', 'Flip Cases'],
  image: null,
  specification: { Material: 'Faux Leather', 'Form Factor': 'Flip', Colour: 'Black' },
};

describe('item of a file product', () => {
  const made = item(fromRecord(record));

  it('says in attributes and summary what the file says, and nothing it does not', () => {
    const [summary] = made.summaries ?? [];
    expect(summary).toMatchObject({ itemName: 'Leather Case', brand: 'FYY' });
    expect(summary).not.toHaveProperty('color');
    expect(made.attributes).toMatchObject({
      bullet_point: [{ value: 'First.' }, { value: 'Second.' }],
      form_factor: [{ value: 'Flip', language_tag: 'en_US', marketplace_id: 'ATVPDKIKX0DER' }],
    });
    expect(made.attributes).not.toHaveProperty('product_description');
    expect(made.attributes).not.toHaveProperty('colour');
    expect(made).not.toHaveProperty('dimensions');
    expect(made.images).toEqual([{ marketplaceId: 'ATVPDKIKX0DER', images: [] }]);
  });

  it('is classified from the leaf up', () => {
    const [leaf] = made.classifications?.[0]?.classifications ?? [];
    expect(leaf).toMatchObject({
      displayName: 'Flip Cases',
      parent: { displayName: 'Cases', parent: { displayName: 'Cell Phones' } },
    });
    expect(leaf?.parent?.parent?.parent).toBeUndefined();
  });

  it('shows its pictures here, never elsewhere', () => {
    const image = 'https://elsewhere.test/I/51z6cq6lkyL.jpg';
    const pictured = item(fromRecord({ ...record, image }));
    expect(pictured.images?.[0]?.images?.map(({ link }) => link)).toEqual([
      `${PUBLIC}/images/B06XXXLJ6V/MAIN.svg`,
      `${PUBLIC}/images/B06XXXLJ6V/MAIN._SL75_.svg`,
    ]);
  });

  it('has only the parts that were asked for', () => {
    const part = toItem(fromRecord(record), 'ATVPDKIKX0DER', PUBLIC, ['summaries', 'salesRanks']);
    expect(Object.keys(part)).toEqual(['asin', 'summaries']);
  });
});

describe('invented product', () => {
  const served = MARKETPLACE_CODES.filter((code) => MARKETPLACES[code].region);
  const asins = Array.from({ length: 60 }, (_, i) => `B0TEST${String(i).padStart(4, '0')}`);

  it('is the same each time, and another for another ASIN', () => {
    expect(invent('B0TEST0001', market('DE'))).toEqual(invent('B0TEST0001', market('DE')));
    expect(new Set(asins.map((asin) => invent(asin, market('DE')).title)).size).toBeGreaterThan(55);
  });

  it.each(served)('speaks the language of %s', (code) => {
    const { languageTag, title } = invent('B0TEST0001', market(code));
    const [first = ''] = MARKETPLACES[code].languages;
    expect(languageTag.startsWith(first)).toBe(true);
    expect(languageTag).toMatch(/^[a-z]{2}_[A-Z]{2}$/);
    const english = invent('B0TEST0001', market('US')).title;
    expect(title === english).toBe(first.startsWith('en'));
  });

  it('fills in every template', () => {
    for (const code of served) {
      for (const { title, description, bullets, category } of asins.map((asin) =>
        invent(asin, market(code)),
      )) {
        expect([title, description, ...bullets, ...category].join('\n')).not.toMatch(/[{}]|undefined/);
        expect(category.every(Boolean)).toBe(true);
      }
    }
  });

  it('lacks a description now and then, and has several pictures in two sizes', () => {
    const products = asins.map((asin) => invent(asin, market('US')));
    const described = products.filter(({ description }) => description).length;
    expect(described).toBeGreaterThan(20);
    expect(described).toBeLessThan(60);
    const images = products.map((product) => item(product).images?.[0]?.images ?? []);
    expect(images.every((pictures) => pictures.length >= 4)).toBe(true);
    expect(images[0]?.slice(0, 2).map(({ variant, height }) => [variant, height])).toEqual([
      ['MAIN', 1000],
      ['MAIN', 75],
    ]);
  });

  it('is a book for an ISBN', () => {
    const book = invent('0399590501', market('FR'));
    expect(book).toMatchObject({ languageTag: 'en_US', productType: 'ABIS_BOOK' });
    expect(item(book, 'FR').summaries?.[0]?.contributors?.[0]?.role.value).toBe('author');
  });
});

const exchanges = join(import.meta.dirname, '../../../../../shared/data/spapi-exchanges.json');
const withExchanges = existsSync(exchanges) ? it : it.skip;
if (!existsSync(exchanges)) console.warn('Skipped: no official exchanges beside the repository.');

describe('shape of an item', () => {
  withExchanges('has no place and no type that the official examples do not have', () => {
    const { operations } = JSON.parse(readFileSync(exchanges, 'utf8')) as {
      operations: { status: number; response: { items?: object[] } }[];
    };
    const official = operations.filter(({ status }) => status === 200);
    const known = new Set(
      official.flatMap(({ response }) => (response.items ?? [response]).flatMap((o) => places(o))),
    );
    const products = [
      invent('B0TEST0001', market('US')),
      fromRecord({ ...record, image: 'x', color: 'Black' }),
    ];
    for (const product of products) {
      expect(places(item(product)).filter((place) => !known.has(place))).toEqual([]);
    }
  });
});

/** Every place of a JSON value with its type; names of attributes and depths of parents do not count. */
function places(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => places(part, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([key, part]) => {
    if (path === '.attributes') return places(part, `${path}.*`);
    return places(part, key === 'parent' ? path : `${path}.${key}`);
  });
}
