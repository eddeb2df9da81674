// Imports a whole file of products end to end.
import { each, type Product } from '#client';
import { OFFLINE_MODEL, type ImportState } from '#contracts';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
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
    });

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

    it('has listings written: their accepted parts are the texts of the products, and stand in exports', async () => {
      const asins = given.slice(0, 3).map(({ asin }) => asin);
      const then = { applicationId: 'listing', environment: { model: OFFLINE_MODEL }, inputs: { count: 3 } };
      const begun = await ann.api.importRetailerProducts({ body: { asins, then } });
      const { id, items } = await ann.importEnd('id' in begun.data ? begun.data.id : '');
      const batchId = await until('the batch has begun', async () => {
        const { data } = await ann.api.getImport({ path: { id } });
        return data.batchId ?? false;
      });
      const batch = await until('the batch has ended', async () => {
        const { data } = await ann.api.getBatch({ path: { id: batchId } });
        return data.status !== 'RUNNING' && data;
      });
      expect(batch).toMatchObject({ status: 'COMPLETED', counts: { total: 3, success: 3 } });
      const { data: page } = await ann.api.listGenerations({ query: { batchId } });
      const listingOf = (asin: string) => {
        const productId = items.find((item) => item.asin === asin)?.productId ?? '';
        const id = page.generations.find((one) => one.productId === productId)?.id ?? '';
        return { id, productId };
      };
      const now = Math.floor(Date.now() / 1000);
      const statistics = await ann.api.getStatistics({
        query: { from: now - 86_400, to: now + 60, interval: 'day', by: 'application' },
      });
      const ofListings = statistics.data.series.filter(({ key }) => key === 'listing');
      expect(ofListings.reduce((sum, { generations }) => sum + generations.success, 0)).toBe(3);

      const one = listingOf(asins[0] ?? '');
      const other = listingOf(asins[1] ?? '');
      const { data: accepted } = await ann.api.acceptGeneration({
        path: { id: one.id },
        body: { parts: ['title'] },
      });
      expect(accepted.review).toMatchObject({ state: 'ACCEPTED', parts: ['title'] });
      await ann.api.acceptGeneration({ path: { id: other.id }, body: {} });
      const textsOf = async (id: string): Promise<Record<string, string>> => {
        const { texts = [] } = (await ann.api.getProduct({ path: { id } })).data;
        return Object.fromEntries(texts.map(({ applicationId, state }) => [applicationId, state]));
      };
      const titled = { listing: 'ACCEPTED', 'product-title': 'ACCEPTED' };
      await until('the catalogue knows the texts', async () => {
        const first = await textsOf(one.productId);
        const second = await textsOf(other.productId);
        return 'product-title' in first && 'product-title' in second && 'bullet-points' in second;
      });
      expect(await textsOf(one.productId)).toEqual(titled);
      expect(await textsOf(other.productId)).toMatchObject({ ...titled, 'bullet-points': 'ACCEPTED' });
      const missing = async (applicationId: string): Promise<string[]> => {
        const query = { texts: 'missing', applicationId, asin: asins[0], limit: 100 } as const;
        return (await ann.api.listProducts({ query })).data.products.map(({ id }) => id);
      };
      expect(await missing('product-title')).toEqual([]);
      expect(await missing('bullet-points')).toEqual([one.productId]);

      const query = { format: 'csv', asin: asins[1] } as const;
      const { data: csv } = await ann.api.exportProducts({ query, parseAs: 'text' });
      const { data: written } = await ann.api.getProduct({ path: { id: other.productId } });
      const [head, ...rows] = String(csv).split('\r\n');
      expect(head).toContain('highlights,searchTerms,metaTitle,metaDescription');
      expect(rows.join('\n')).toContain(written.searchTerms);

      await ann.api.updateProduct({ path: { id: one.productId }, body: { brand: 'Another maker' } });
      await until('the texts are stale', async () => {
        const { listing, 'product-title': title } = await textsOf(one.productId);
        return listing === 'STALE' && title === 'STALE';
      });
    });
  });
