// Imports a whole file of products end to end.
import { each, type Product } from '#client';
import type { ImportState } from '#contracts';
import type { Person } from '#testing/environment';
import type { EverydayStack } from '../helpers/everyday-stack.ts';
import { INVENTED_PRODUCTS, readProducts } from '../helpers/products.ts';

export const productData = (stack: EverydayStack): void =>
  describe('product data: an import of a whole file', () => {
    const given = readProducts(INVENTED_PRODUCTS);
    let ann: Person;
    let end: ImportState;
    let products: Product[];

    beforeAll(async () => {
      [ann] = await stack.environment.addPeople('ann');
      end = await ann.importProducts(given.map(({ asin }) => asin));
      products = [];
      const pages = each((nextToken) =>
        ann.api.listProducts({ query: { genre: 'Retailer', limit: 100, nextToken } }),
      );
      for await (const product of pages) products.push(product);
    }, 120_000);

    it('completes with every product', () => {
      const count = given.length;
      expect(count).toBeGreaterThan(50);
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
