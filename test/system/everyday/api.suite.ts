// The documented API end to end, over HTTP only: every service, the bus and the queues take part.
import { each, type FeedType, type Generation, type ListProductsData, type Product } from '#client';
import type { ImportResult } from '#contracts';
import type { Environment, Person } from '#testing/environment';
import type { Answer } from '#testing/http';
import { until } from '#testing/until';
import { checkRoundTrip } from '../helpers/csv-round-trip.ts';
import { checkEdits } from '../helpers/edited-product.ts';
import { callsOfManyImports } from '../helpers/import-quota.ts';
import { followOverTwo, textOf } from '../helpers/live-text.ts';
import { INVENTED_PRODUCTS, readProducts } from '../helpers/products.ts';
import type { EverydayStack } from '../helpers/everyday-stack.ts';

export const api = (stack: EverydayStack): void =>
  describe('api', () => {
    let environment: Environment;
    let ann: Person;
    let ben: Person;
    let cleo: Person;
    beforeAll(async () => {
      ({ environment } = stack);
      [ann, ben, cleo] = await environment.addPeople('ann', 'ben', 'cleo');
      await environment.addDemoData(ben, cleo);
    });

    /** The address in the Location header of an answer. */
    const locationOf = (answer: Answer): string =>
      new URL(answer.headers.get('location') ?? '', environment.baseUrl).href;

    const listProducts = async (person: Person, query: ListProductsData['query'] = {}): Promise<Product[]> =>
      (await person.api.listProducts({ query: { limit: 100, ...query } })).data.products;

    describe('an account', () => {
      it('sees itself, without a secret', async () => {
        const { data } = await ann.api.getAccount();
        const { accountId: id, email, workspaceId: currentWorkspaceId } = ann;
        expect(data).toMatchObject({ id, email, currentWorkspaceId });
        expect(JSON.stringify(data)).not.toMatch(/password|hash|argon2/i);
      });

      it('sees products of both genres once it has imported one', async () => {
        const genres = async (query = {}) => (await listProducts(cleo, query)).map(({ genre }) => genre);
        expect(new Set(await genres())).toEqual(new Set(['Custom']));
        await cleo.importProducts(['B0FIRST001']);
        expect(new Set(await genres())).toEqual(new Set(['Custom', 'Retailer']));
        expect(await genres({ genre: 'Retailer' })).toEqual(['Retailer']);
      });

      it('finds, counts and exports an imported product by its words, brand and ASIN', async () => {
        await cleo.importProducts(['B0SEARCH01', 'B0SEARCH02'], 'DE');
        const [wanted] = await listProducts(cleo, { asin: 'b0search01' });
        if (wanted?.genre !== 'Retailer') throw new Error('The product is not listed by its ASIN.');
        const q = `${wanted.title.slice(0, 20)} b0search`;
        const query = { q, brand: wanted.brand, marketplace: 'DE' } as const;
        const found = await listProducts(cleo, query);
        expect(found.map(({ id }) => id)).toContain(wanted.id);
        const { data: counted } = await cleo.api.countProducts({ query });
        expect(counted).toEqual({ count: found.length, exact: true });
        const pages = each((nextToken) =>
          cleo.api.listProducts({ query: { ...query, limit: 1, nextToken } }),
        );
        const walked: Product[] = [];
        for await (const one of pages) walked.push(one);
        expect(walked).toEqual(found);
        const file = await cleo.api.exportProducts({ query: { ...query, format: 'jsonl' }, parseAs: 'text' });
        const exported = file.data.trimEnd().split('\n');
        expect(exported.map((line) => JSON.parse(line) as Product)).toEqual(found);
      });
    });

    it('the feed is read as a list, and followed from any event', async () => {
      const types: FeedType[] = ['import.completed'];
      for (const asin of ['B0FEED0001', 'B0FEED0002']) await cleo.importProducts([asin]);
      const events = await until('both imports are in the feed', async () => {
        const { data } = await cleo.api.listEvents({ query: { types, limit: 100 } });
        return data.events.length > 1 && data.events;
      });
      const [after, next] = events.slice(-2).map(({ id }) => id);
      const { stream } = await cleo.api.followEvents({ query: { types, after: after ?? '' } });
      expect((await stream.next()).value).toMatchObject({ id: next, event: 'import.completed' });
      await stream.return();
    });

    describe('an import', () => {
      it('is answered 202 with its location', async () => {
        const body = { asins: ['B0PLACE001'] };
        const answer = await ann.post<ImportResult>('/products/import/retailer', body);
        expect(answer.status).toBe(202);
        expect(locationOf(answer)).toBe(`${environment.baseUrl}/products/imports/${answer.body.id}`);
      });

      it('imports all good products beside malformed, unknown, rejected and failing ones', async () => {
        const good = Array.from({ length: 30 }, (_, i) => `B0GOOD${String(i).padStart(4, '0')}`);
        const asins = [...good, 'B0MISS0001', 'B0BAD00001', 'B0FLAKY001', 'not an asin'];
        const { body } = await ann.post<ImportResult>('/products/import/retailer', { asins });
        expect(body.failure).toEqual(['not an asin']);
        const end = await ann.importEnd(body.id);
        expect(end).toMatchObject({
          status: 'PARTIAL',
          failure: ['B0MISS0001', 'B0BAD00001', 'not an asin'],
        });
        const codes = Object.fromEntries(end.items.map((item) => [item.asin, item.errorCode]));
        expect(codes).toMatchObject({
          B0MISS0001: 'NotFound',
          B0BAD00001: 'SourceRejected',
          'not an asin': 'InvalidAsin',
        });
      });

      it('fetches from the marketplace that it names', async () => {
        const { items } = await ann.importProducts(['B0EUROPE01'], 'DE');
        const { data } = await ann.api.getProduct({ path: { id: items[0]?.productId ?? '' } });
        expect(data).toMatchObject({ marketplace: 'DE', link: 'https://www.amazon.de/dp/B0EUROPE01' });
      });

      it('keeps within the quota of the marketplace, also beside other imports', async () => {
        const from = Date.now();
        expect((await callsOfManyImports(ann, environment.sandboxUrl)).calls).toBeGreaterThan(10);
        // Calls leave half a second apart. Some of them are late on a full machine, and those after them are not; without
        // the pause, several would leave at once, be refused, and leave at once again.
        expect(await stack.pauseBetweenCalls('US', { from, count: 12 })).toBeGreaterThan(250);
      });
    });

    describe('a product', () => {
      it('is edited, imported again, deleted and restored, and keeps the edit', () => checkEdits(cleo));

      it('comes back in from its own export as it was', () => checkRoundTrip(ann, environment.baseUrl));

      it('is created as a Custom product, and can be written about', async () => {
        const product = {
          title: 'Fenwick Oak Serving Board, 40 cm',
          brand: 'Fenwick',
          specification: 'Material: Oak\nLength: 40 cm',
          feature: 'Cut from a single plank of oak',
        };
        const { data, response } = await cleo.api.createProduct({ body: product });
        expect(response.status).toBe(201);
        const path = { id: data.id };
        expect((await cleo.api.getProduct({ path })).data).toEqual(data);
        const inputs = { productId: data.id };
        const end = await cleo.generate({ applicationId: 'product-title', inputs });
        expect(end).toMatchObject({ status: 'SUCCESS', productTitle: data.title });
        await cleo.api.deleteProduct({ path });
        const refused = { code: 'UnknownReference', target: 'inputs.productId' };
        const body = { applicationId: 'product-title', inputs };
        await expect(cleo.api.createGeneration({ body })).rejects.toMatchObject(refused);
        expect((await cleo.api.getGeneration({ path: { id: end.id } })).data).toEqual(end);
      });
    });

    describe('a generation', () => {
      let product: Product;
      beforeAll(async () => {
        const { asin } =
          readProducts(INVENTED_PRODUCTS).find((one) => (one.description ?? '').length > 200) ?? {};
        const { items } = await ben.importProducts([asin ?? '']);
        product = (await ben.api.getProduct({ path: { id: items[0]?.productId ?? '' } })).data;
      });

      it.each(['product-title', 'bullet-points', 'product-description'])(
        'of the application %s ends with a result, and is kept',
        async (applicationId) => {
          const end = await ben.generate({ applicationId, inputs: { productId: product.id } });
          expect(end).toMatchObject({
            status: 'SUCCESS',
            productId: product.id,
            productTitle: product.title,
            resultType: applicationId === 'product-description' ? 'TEXT' : 'RESULTS',
            invocationId: expect.any(String),
            completedAt: expect.any(Number),
          });
          expect(end).not.toHaveProperty('errorCode');
          expect((await ben.api.getGeneration({ path: { id: end.id } })).data).toEqual(end);
        },
      );

      it('is answered at once without Prefer, and ends by itself', async () => {
        const answer = await ben.post<Generation>('/generations', {
          applicationId: 'product-title',
          inputs: { productId: product.id },
        });
        expect(answer.status).toBe(201);
        expect(answer.body.status).toBe('RUNNING');
        expect(locationOf(answer)).toBe(`${environment.baseUrl}/generations/${answer.body.id}`);
        expect((await ben.generationEnd(answer.body.id)).status).toBe('SUCCESS');
      });

      describe('with a model that fails', () => {
        const models = [
          ['sandbox:rate-limited', 'ModelRateLimited'],
          ['sandbox:down', 'ModelUnavailable'],
          ['sandbox:refuses', 'ContentFiltered'],
          ['sandbox:bad-json', 'InvalidModelOutput'],
          ['sandbox:cut', 'ModelUnavailable'],
        ] as const;
        /** By model. Each is tried again after seconds, so all begin together. */
        const ends = new Map<string, Generation>();
        beforeAll(async () => {
          const generate = async (model: string): Promise<unknown> => {
            const inputs = { productId: product.id };
            const body = { applicationId: 'bullet-points', environment: { model }, inputs };
            return ends.set(model, await ben.generate(body));
          };
          await Promise.all(models.map(([model]) => generate(model)));
        });

        it.each(models)('%s ends FAILED as %s, with messages in both languages', (model, errorCode) => {
          const end = ends.get(model);
          expect(end).toMatchObject({ status: 'FAILED', errorCode });
          expect(end?.errorMessage?.en).toMatch(/[a-z]/);
          expect(end?.errorMessage?.zh).toMatch(/[\u4e00-\u9fff]/);
          expect(end).not.toHaveProperty('result');
        });
      });

      it('sends the model every setting', async () => {
        const settings = {
          language: 'de',
          model: 'sandbox:echo',
          system_prompt: 'Mention the harbour.',
          temperature: 1.3,
          tone: 'seaworthy',
          writing_style: 'like a logbook',
        };
        const end = await ben.generate({
          applicationId: 'bullet-points',
          environment: settings,
          inputs: { productId: product.id },
        });
        expect(end.environment).toEqual(settings);
        const response = await fetch(`${environment.sandboxUrl}/v1/debug/requests`, {
          headers: { authorization: `Bearer ${environment.secrets('models')}` },
        });
        const [{ body }] = (await response.json()) as [{ body: { model: string; temperature: number } }];
        expect(body).toMatchObject({ model: 'echo', temperature: 1.3 });
        const sent = JSON.stringify(body);
        for (const part of ['Mention the harbour.', 'German', 'seaworthy', 'like a logbook'])
          expect(sent.toLowerCase()).toContain(part.toLowerCase());
      });

      it('is followed over two gateways, one after the other, while a model writes', async () => {
        const body = {
          applicationId: 'product-title',
          environment: { model: 'held:slow' },
          inputs: { productId: product.id },
        };
        const { id } = (await ben.api.createGeneration({ body })).data;
        const path = `/generations/${id}/events`;
        const [first, second] = stack.baseUrls;
        const urls = [`${first}${path}`, `${second}${path}`] as const;
        const events = await followOverTwo(urls, ben.token, () => stack.held.release(1));
        const { event, data: end } = events.at(-1)!;
        expect(event).toBe('generation.completed');
        expect(end).toMatchObject({ status: 'SUCCESS', result: [{ text: textOf(events) }] });
        expect(events.filter((one) => one.event === 'generation.output.delta').length).toBeGreaterThan(1);
        expect(await ben.generationEnd(id)).toEqual(end);
      });

      it('without any source data ends FAILED as InsufficientProductData', async () => {
        expect(await ben.generate({ applicationId: 'bullet-points' })).toMatchObject({
          status: 'FAILED',
          errorCode: 'InsufficientProductData',
        });
      });

      it.each([
        ['application', 'UnknownReference', 'applicationId', { applicationId: 'nonsense' }],
        ['document', 'UnknownReference', 'documentId', { documentId: 'nonsense' }],
        ['product', 'UnknownReference', 'inputs.productId', { inputs: { productId: 'nonsense' } }],
        ['model', 'InvalidArgument', 'environment.model', { environment: { model: 'gpt-0' } }],
        ['number of variants', 'InvalidArgument', 'inputs.variants', { inputs: { variants: 9 } }],
      ])('with an unknown %s is refused as %s with the target %s', async (_what, code, target, wrong) => {
        const answer = await ann.post('/generations', { applicationId: 'product-title', ...wrong });
        expect([answer.status, answer.body]).toMatchObject([400, { error: { code, target } }]);
      });

      it('about a product of another workspace is refused as UnknownReference', async () => {
        const body = { applicationId: 'product-title', inputs: { productId: product.id } }; // a product of Ben's
        const answer = await ann.post('/generations', body);
        expect(answer.body).toMatchObject({
          error: { code: 'UnknownReference', target: 'inputs.productId' },
        });
      });
    });

    describe('another workspace', () => {
      it('sees neither the products nor the generations of this one', async () => {
        const [own] = await listProducts(ben);
        expect(own).toBeDefined();
        const { body: generation } = await ben.post<Generation>('/generations', {
          applicationId: 'product-title',
        });
        for (const path of [`/products/${own?.id}`, `/generations/${generation.id}`])
          expect(await ann.get(path)).toMatchObject({ status: 404, body: { error: { code: 'NotFound' } } });
      });
    });
  });
