// Tests the items of file products and invented products against the shape of the Catalog Items API.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '@sp-api-sdk/catalog-items-api-2022-04-01';
import { MARKETPLACE_CODES, MARKETPLACES } from '#contracts';
import { inventProduct } from './invented-products.rules.ts';
import { fromRecord, toItem, type Product } from './items.rules.ts';

const PUBLIC = 'http://sandbox.test';
const ALL = ['attributes', 'classifications', 'dimensions', 'images', 'productTypes', 'summaries'];

/** The item of a product in the US, as a client receives it. */
const item = (product: Product): Item =>
  JSON.parse(JSON.stringify(toItem(product, 'ATVPDKIKX0DER', PUBLIC, ALL))) as Item;

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

describe('the item of a file product', () => {
  const made = item(fromRecord(record));

  it('has the attributes and the summary of the file, and no others', () => {
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

  it('is classified from the leaf to the root', () => {
    const [leaf] = made.classifications?.[0]?.classifications ?? [];
    expect(leaf).toMatchObject({
      displayName: 'Flip Cases',
      parent: { displayName: 'Cases', parent: { displayName: 'Cell Phones' } },
    });
    expect(leaf?.parent?.parent?.parent).toBeUndefined();
  });

  it('links to pictures of the sandbox, never to other hosts', () => {
    const image = 'https://elsewhere.test/I/51z6cq6lkyL.jpg';
    const pictured = item(fromRecord({ ...record, image }));
    expect(pictured.images?.[0]?.images?.map(({ link }) => link)).toEqual([
      `${PUBLIC}/images/B06XXXLJ6V/MAIN.svg`,
      `${PUBLIC}/images/B06XXXLJ6V/MAIN._SL75_.svg`,
    ]);
  });

  it('has only the requested parts', () => {
    const part = toItem(fromRecord(record), 'ATVPDKIKX0DER', PUBLIC, ['summaries', 'salesRanks']);
    expect(Object.keys(part)).toEqual(['asin', 'summaries']);
  });
});

describe('invented products', () => {
  const served = MARKETPLACE_CODES.filter((code) => MARKETPLACES[code].region);
  const asins = Array.from({ length: 60 }, (_, i) => `B0TEST${String(i).padStart(4, '0')}`);

  it('are the same each time, and different for different ASINs', () => {
    expect(inventProduct('B0TEST0001', 'DE')).toEqual(inventProduct('B0TEST0001', 'DE'));
    expect(new Set(asins.map((asin) => inventProduct(asin, 'DE').title)).size).toBeGreaterThan(55);
  });

  it.each(served)('use the language of %s', (code) => {
    const { languageTag, title } = inventProduct('B0TEST0001', code);
    const [first = ''] = MARKETPLACES[code].languages;
    expect(languageTag.startsWith(first)).toBe(true);
    expect(languageTag).toMatch(/^[a-z]{2}_[A-Z]{2}$/);
    const english = inventProduct('B0TEST0001', 'US').title;
    expect(title === english).toBe(first.startsWith('en'));
  });

  it('leave no template unfilled', () => {
    for (const code of served) {
      for (const { title, description, bullets, category } of asins.map((asin) =>
        inventProduct(asin, code),
      )) {
        expect([title, description, ...bullets, ...category].join('\n')).not.toMatch(/[{}]|undefined/);
        expect(category.every(Boolean)).toBe(true);
      }
    }
  });

  it('sometimes lack a description, and have several pictures in two sizes', () => {
    const products = asins.map((asin) => inventProduct(asin, 'US'));
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

  it('are books for ISBNs', () => {
    const book = inventProduct('0399590501', 'FR');
    expect(book).toMatchObject({ languageTag: 'en_US', productType: 'ABIS_BOOK' });
    expect(item(book).summaries?.[0]?.contributors?.[0]?.role.value).toBe('author');
  });
});

describe('the shape of an item', () => {
  const products = [inventProduct('B0TEST0001', 'US'), fromRecord({ ...record, image: 'x', color: 'Black' })];

  it('has only fields and types of the committed example', () => {
    const example = join(import.meta.dirname, '../../test/catalog-item.json');
    const known = new Set(places(JSON.parse(readFileSync(example, 'utf8'))));
    const unknown = products.flatMap((product) => places(item(product))).filter((place) => !known.has(place));
    expect(unknown).toEqual([]);
  });
});

/** Every path of a JSON value with its type; the names of attributes and the depth of parents are left out. */
function places(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => places(part, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([key, part]) => {
    if (path === '.attributes') return places(part, `${path}.*`);
    return places(part, key === 'parent' ? path : `${path}.${key}`);
  });
}
