// Which results and texts are stale, over HTTP. The test is the marketplace and the model: it answers for the workers.
import type { Generation, GenerationList, Product, ProductList, ProductPatch } from '#contracts';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { marketplaceHas, StandInWorkers } from './stand-in-workers.ts';

let workers: StandInWorkers;
let ann: Person;
beforeAll(async () => {
  workers = await StandInWorkers.start();
  ({ ann } = workers);
}, 120_000);
afterAll(() => workers?.stop(), 60_000);

const importAs = (asin: string, product = marketplaceHas({})): Promise<string> =>
  workers.importAs(asin, product);
const nextAsin = (): string => workers.nextAsin();
const resultAbout = (id: string, text: string): Promise<string> =>
  workers.resultAbout(id, 'product-title', [{ text }]);
const accept = (id: string): Promise<Generation> =>
  ann.call<Generation>('POST', `/generations/${id}/accept`, { body: {} });
const productOf = async (id: string): Promise<Product> => (await ann.get<Product>(`/products/${id}`)).body;

describe('a result about facts that have changed since is stale within 5 s, and its product says so', () => {
  const WITHIN = { withinMs: 5000 };
  const isStale = async (id: string): Promise<boolean> =>
    (await ann.get<Generation>(`/generations/${id}`)).body.stale;
  const textsOf = async (id: string) => (await productOf(id)).texts;
  const chosen = async (query: string): Promise<string[]> => {
    const { products } = (
      await ann.get<ProductList>(`/products?limit=100&applicationId=product-title&${query}`)
    ).body;
    return products.map(({ id }) => id);
  };
  const patch = (id: string, body: ProductPatch) => ann.call('PATCH', `/products/${id}`, { body });
  /** An imported product with an accepted title; `change` does something to it. */
  interface Case {
    change: (id: string, asin: string) => Promise<unknown>;
    stale: boolean;
  }
  const CASES: Record<string, Case> = {
    'an accepted text': {
      change: async (id) => accept(await resultAbout(id, 'Two')),
      stale: false,
    },
    'an import of the same': { change: (_, asin) => importAs(asin), stale: false },
    'an import of another picture': {
      change: (_, asin) => importAs(asin, marketplaceHas({ mainImage: 'https://images.example/1.jpg' })),
      stale: false,
    },
    'an import of another brand': {
      change: (_, asin) => importAs(asin, marketplaceHas({ brand: 'Other' })),
      stale: true,
    },
    'an import of another title, beneath the accepted one': {
      change: (_, asin) => importAs(asin, marketplaceHas({ title: 'New' })),
      stale: true,
    },
    'an import of another tag, beneath the edit of a person': {
      change: (_, asin) => importAs(asin, marketplaceHas({ tags: ['Theirs'] })),
      stale: false,
    },
    'a picture of a person': {
      change: (id) => patch(id, { mainImage: 'https://images.example/2.jpg' }),
      stale: false,
    },
    'keywords of a person': { change: (id) => patch(id, { keywords: ['oak'] }), stale: true },
    'a deletion and its end': {
      change: async (id) => {
        await ann.request('DELETE', `/products/${id}`);
        await ann.call('POST', `/products/${id}/restore`);
      },
      stale: false,
    },
  };

  it('and nothing else is', async () => {
    const all = [];
    for (const [name, one] of Object.entries(CASES)) {
      const asin = nextAsin();
      const id = await importAs(asin);
      await patch(id, { tags: ['Ours'] });
      const generation = await resultAbout(id, 'One');
      await until(
        `${name}: the product has the text`,
        async () => (await textsOf(id))?.[0]?.state === 'PENDING',
        WITHIN,
      );
      await accept(generation);
      all.push({ name, id, asin, generation, ...one });
    }
    const ids = all.map(({ id }) => id).reverse();
    await until(
      'all texts are accepted',
      async () => (await chosen('texts=accepted')).length === all.length,
      WITHIN,
    );
    expect(await chosen('texts=accepted')).toEqual(ids);
    for (const { change, id, asin } of all) await change(id, asin);
    const marked = all
      .filter(({ stale }) => stale)
      .map(({ id }) => id)
      .reverse();
    await until(
      'the texts are stale',
      async () => (await chosen('texts=stale')).length >= marked.length,
      WITHIN,
    );
    for (const { name, id, generation, stale } of all) {
      expect({ name, stale: await isStale(generation) }).toEqual({ name, stale });
      const [text] = (await textsOf(id)) ?? [];
      if (name === 'an accepted text') expect(text).toMatchObject({ state: 'ACCEPTED' });
      else
        expect(text).toEqual({
          applicationId: 'product-title',
          state: stale ? 'STALE' : 'ACCEPTED',
          generationId: generation,
        });
    }
    expect(await chosen('texts=stale')).toEqual(marked);
    const { generations } = (await ann.get<GenerationList>('/generations?stale=true')).body;
    expect(generations.map(({ productId }) => productId)).toEqual(marked);
    const again = await resultAbout(marked[0] ?? '', 'Again');
    expect(await isStale(again)).toBe(false);
    await until('the new text waits', async () => (await chosen('texts=pending')).length === 1, WITHIN);
  }, 60_000);

  it.each([
    ['texts=stale', 'applicationId'],
    ['texts=old&applicationId=product-title', 'texts'],
    ['applicationId=product-title', 'texts'],
  ])('and %s is refused', async (query, target) => {
    for (const list of ['/products?', '/products/count?', '/products/export?format=csv&'])
      expect(await ann.request('GET', `${list}${query}`)).toMatchObject({
        status: 400,
        body: { error: { target } },
      });
  });
});
