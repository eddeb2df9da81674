// Which results and texts are stale, over HTTP. The test is the marketplace and the model: it answers for the workers.
import type { ListProductsData, Product, ProductPatch } from '#client';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { marketplaceHas, type StandInWorkers } from '../helpers/stand-in-workers.ts';

export const staleness = (workers: StandInWorkers): void =>
  describe('staleness', () => {
    let ann: Person;
    beforeAll(async () => {
      ann = await workers.newPerson();
    });

    const importAs = (asin: string, product = marketplaceHas({})): Promise<string> =>
      workers.importAs(asin, product);
    const nextAsin = (): string => workers.nextAsin();
    const resultAbout = (id: string, text: string): Promise<string> =>
      workers.resultAbout(id, 'product-title', [{ text }]);
    const accept = (id: string) => ann.api.acceptGeneration({ path: { id }, body: {} });
    const productOf = async (id: string): Promise<Product> =>
      (await ann.api.getProduct({ path: { id } })).data;

    describe('a result about facts that have changed since is stale soon, and its product says so', () => {
      const isStale = async (id: string): Promise<boolean> =>
        (await ann.api.getGeneration({ path: { id } })).data.stale;
      const textsOf = async (id: string) => (await productOf(id)).texts;
      const chosen = async (texts: NonNullable<ListProductsData['query']>['texts']): Promise<string[]> => {
        const query = { limit: 100, applicationId: 'product-title', texts };
        const { products } = (await ann.api.listProducts({ query })).data;
        return products.map(({ id }) => id);
      };
      const patch = (id: string, body: ProductPatch) => ann.api.updateProduct({ path: { id }, body });
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
        'another title of a person, and the old one again': {
          change: async (id) => {
            const [{ generationId = '' } = {}] = (await textsOf(id)) ?? [];
            const state = async () => (await textsOf(id))?.[0]?.state;
            await patch(id, { title: 'Other' });
            await until('the text is stale', async () => (await state()) === 'STALE');
            expect(await isStale(generationId)).toBe(true);
            await patch(id, { title: null });
            await until('the text is no longer stale', async () => (await state()) === 'ACCEPTED');
          },
          stale: false,
        },
        'a deletion and its end': {
          change: async (id) => {
            await ann.api.deleteProduct({ path: { id } });
            await ann.api.restoreProduct({ path: { id } });
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
          );
          await accept(generation);
          all.push({ name, id, asin, generation, ...one });
        }
        const ids = all.map(({ id }) => id).reverse();
        await until('all texts are accepted', async () => (await chosen('accepted')).length === all.length);
        expect(await chosen('accepted')).toEqual(ids);
        for (const { change, id, asin } of all) await change(id, asin);
        const marked = all
          .filter(({ stale }) => stale)
          .map(({ id }) => id)
          .reverse();
        await until('the texts are stale', async () => (await chosen('stale')).length >= marked.length);
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
        expect(await chosen('stale')).toEqual(marked);
        const { generations } = (await ann.api.listGenerations({ query: { stale: true } })).data;
        expect(generations.map(({ productId }) => productId)).toEqual(marked);
        const again = await resultAbout(marked[0] ?? '', 'Again');
        expect(await isStale(again)).toBe(false);
        await until('the new text waits', async () => (await chosen('pending')).length === 1);
      });

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
  });
