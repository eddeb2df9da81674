// Imports whole files of products end to end: the invented ones always, the real ones where their file is present.
import { existsSync } from 'node:fs';
import { each, type Product } from '#client';
import type { ImportState } from '#contracts';
import { Environment, type Person } from '#testing/environment';
import { INVENTED_PRODUCTS, readProducts, REAL_PRODUCTS } from './products.ts';

/** Products of a file that are imported, at most. */
const MOST = 200;

describe.each([
  ['invented', INVENTED_PRODUCTS],
  ['real', REAL_PRODUCTS],
])('an import of the %s products', (_kind, file) => {
  if (!existsSync(file)) {
    console.warn(`Skipped: there is no file ${file}.`);
    it.skip('gives each product the title that the marketplace has', () => undefined);
    return;
  }
  const given = readProducts(file).slice(0, MOST);
  let environment: Environment;
  let ann: Person;
  let end: ImportState;
  let products: Product[];

  beforeAll(async () => {
    environment = await Environment.start({ products: file });
    [ann] = await environment.addPeople('ann');
    end = await ann.importProducts(given.map(({ asin }) => asin));
    products = [];
    const pages = each((nextToken) =>
      ann.api.listProducts({ query: { genre: 'Retailer', limit: 100, nextToken } }),
    );
    for await (const product of pages) products.push(product);
  }, 120_000);
  afterAll(() => environment?.stop(), 60_000);

  it('completes with every product', () => {
    const count = given.length;
    expect(end).toMatchObject({ status: 'COMPLETED', counts: { total: count, success: count } });
    expect(products).toHaveLength(count);
  });

  it('gives each product the title that the marketplace has', () => {
    const titles = Object.fromEntries(
      products.map((product) => [product.genre === 'Retailer' && product.asin, product.title]),
    );
    const expected = given.map(({ asin, title }) => [asin, title.replace(/\s+/g, ' ').trim()]);
    expect(titles).toEqual(Object.fromEntries(expected));
  });

  it('shows a single product as the list shows it', async () => {
    const { data } = await ann.api.getProduct({ path: { id: end.items[0]?.productId ?? '' } });
    expect(data).toEqual(products.find(({ id }) => id === data.id));
  });
});
