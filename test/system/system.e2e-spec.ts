// The documented API, end to end: every service, bus and queue, over HTTP only.
import type { Account, Generation, ImportResult, ProductList, Product } from '#contracts';
import type { Answer } from '#testing/api';
import { importEnd, realProducts, startSystem, written, type Person, type System } from './system.ts';

let system: System;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  system = await startSystem();
  [ann, ben] = await Promise.all([system.person('ann'), system.person('ben')]);
}, 120_000);
afterAll(() => system.close(), 60_000);

const real = realProducts();
if (!real) console.warn('The file of real products is absent: invented ones are imported instead.');
const REAL_ASINS =
  real?.slice(0, 200).map((product) => product.asin) ??
  Array.from({ length: 200 }, (_, i) => `B0REAL${String(i).padStart(4, '0')}`);

/** Where the answer says its resource is. */
function located(answer: Answer): string {
  return new URL(answer.headers.get('location') ?? '', system.stack.baseUrl).href;
}

async function allProducts(person: Person, query = ''): Promise<Product[]> {
  const products: Product[] = [];
  for (let next: string | undefined = ''; next !== undefined;) {
    const token: string = next ? `&nextToken=${next}` : '';
    const { body } = await system.get<ProductList>(person, `/products?limit=100${query}${token}`);
    products.push(...body.products);
    next = body.nextToken;
  }
  return products;
}

describe('an account', () => {
  it('signs in and sees itself, without a secret', async () => {
    const { body } = await system.api.call<Account>('GET', `${system.stack.coreUrl}/accounts`, {
      token: ann.token,
    });
    expect(body).toMatchObject({ id: ann.accountId, email: ann.email, currentWorkspaceId: ann.workspaceId });
    expect(JSON.stringify(body)).not.toMatch(/password|hash|argon2/i);
  });

  it('sees products of both kinds once it has imported one', async () => {
    expect((await allProducts(ann)).every((product) => product.genre === 'Custom')).toBe(true);
    const { body } = await system.post<ImportResult>(ann, '/products/import/retailer', {
      asins: ['B0FIRST001'],
    });
    await importEnd(system, ann, body.id);
    expect(new Set((await allProducts(ann)).map((product) => product.genre))).toEqual(
      new Set(['Custom', 'Retailer']),
    );
    expect((await allProducts(ann, '&genre=Retailer')).map((product) => product.genre)).toEqual(['Retailer']);
  });
});

describe('an import', () => {
  it('brings 200 products, each with what the marketplace tells of it', async () => {
    const answer = await system.post<ImportResult>(ben, '/products/import/retailer', { asins: REAL_ASINS });
    expect(answer.status).toBe(202);
    expect(located(answer)).toBe(`${system.stack.baseUrl}/products/imports/${answer.body.id}`);
    const end = await importEnd(system, ben, answer.body.id);
    expect(end).toMatchObject({ status: 'COMPLETED', counts: { total: 200, success: 200 } });
    const products = await allProducts(ben, '&genre=Retailer');
    expect(products).toHaveLength(200);
    const titles = new Map(
      products.map((product) => [product.genre === 'Retailer' && product.asin, product.title]),
    );
    for (const product of real?.slice(0, 200) ?? [])
      expect(titles.get(product.asin)).toBe(product.title.replace(/\s+/g, ' ').trim());
    const { body: single } = await system.get<Product>(ben, `/products/${end.items[0]?.productId}`);
    expect(single).toEqual(products.find((product) => product.id === single.id));
  }, 90_000);

  it('keeps bad, unknown and broken products from harming their neighbours', async () => {
    const good = Array.from({ length: 30 }, (_, i) => `B0GOOD${String(i).padStart(4, '0')}`);
    const asins = [...good, 'B0MISS0001', 'B0BAD00001', 'B0FLAKY001', 'not an asin'];
    const { body } = await system.post<ImportResult>(ann, '/products/import/retailer', { asins });
    expect(body.failure).toEqual(['not an asin']);
    const end = await importEnd(system, ann, body.id);
    expect(end).toMatchObject({ status: 'PARTIAL', failure: ['B0MISS0001', 'B0BAD00001', 'not an asin'] });
    const codes = Object.fromEntries(end.items.map((item) => [item.asin, item.errorCode]));
    expect(codes).toMatchObject({
      B0MISS0001: 'NotFound',
      B0BAD00001: 'SourceRejected',
      'not an asin': 'InvalidAsin',
    });
  }, 90_000);

  it('is fetched from the marketplace it names', async () => {
    const { body } = await system.post<ImportResult>(ann, '/products/import/retailer', {
      asins: ['B0EUROPE01'],
      marketplace: 'DE',
    });
    await importEnd(system, ann, body.id);
    const product = (await allProducts(ann)).find(
      (one) => one.genre === 'Retailer' && one.asin === 'B0EUROPE01',
    );
    expect(product).toMatchObject({ marketplace: 'DE', link: 'https://www.amazon.de/dp/B0EUROPE01' });
  });

  it('never asks the marketplace for more than it allows', async () => {
    const response = await fetch(`${system.stack.sandboxUrl}/debug/marketplace`);
    const counters = (await response.json()) as { calls: number; throttled: number };
    expect(counters.calls).toBeGreaterThan(10);
    expect(counters.throttled).toBe(0);
  });
});

describe('a generation', () => {
  let product: Product;
  let slow: Generation;
  beforeAll(async () => {
    product = (await allProducts(ben, '&genre=Retailer')).find(
      (one) => (one.description ?? '').length > 200,
    ) as Product;
    const body = {
      applicationId: 'product-title',
      environment: { model: 'sandbox:slow' },
      inputs: { productId: product.id },
    };
    slow = (await system.post<Generation>(ben, '/generations', body)).body; // looked after below
  });

  it.each(['product-title', 'bullet-points', 'product-description'])(
    'writes a %s from a product',
    async (applicationId) => {
      const end = await written(system, ben, { applicationId, inputs: { productId: product.id } });
      expect(end).toMatchObject({
        status: 'SUCCESS',
        productId: product.id,
        productTitle: product.title,
        resultType: applicationId === 'product-description' ? 'TEXT' : 'RESULTS',
        invocationId: expect.any(String),
        completedAt: expect.any(Number),
      });
      expect(end).not.toHaveProperty('errorCode');
      const { body } = await system.get<Generation>(ben, `/generations/${end.id}`);
      expect(body).toEqual(end);
    },
  );

  it('answers at once without Prefer, and the record ends by itself', async () => {
    const answer = await system.post<Generation>(ben, '/generations', {
      applicationId: 'product-title',
      inputs: { productId: product.id },
    });
    expect(answer.status).toBe(201);
    expect(answer.body.status).toBe('RUNNING');
    expect(located(answer)).toBe(`${system.stack.baseUrl}/generations/${answer.body.id}`);
    let status: string = 'RUNNING';
    for (let i = 0; i < 100 && status === 'RUNNING'; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      status = (await system.get<Generation>(ben, `/generations/${answer.body.id}`)).body.status;
    }
    expect(status).toBe('SUCCESS');
  });

  it.each([
    ['sandbox:rate-limited', 'ModelRateLimited'],
    ['sandbox:down', 'ModelUnavailable'],
    ['sandbox:refuses', 'ContentFiltered'],
    ['sandbox:bad-json', 'InvalidModelOutput'],
    ['sandbox:cut', 'ModelUnavailable'],
  ])(
    'with %s ends FAILED as %s, in both languages',
    async (model, errorCode) => {
      const end = await written(system, ben, {
        applicationId: 'bullet-points',
        environment: { model },
        inputs: { productId: product.id },
      });
      expect(end).toMatchObject({ status: 'FAILED', errorCode });
      expect(end.errorMessage?.en).toMatch(/[a-z]/);
      expect(end.errorMessage?.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(end).not.toHaveProperty('result');
    },
    60_000,
  );

  it('with sandbox:echo sends the model every setting', async () => {
    const environment = {
      language: 'de',
      model: 'sandbox:echo',
      system_prompt: 'Mention the harbour.',
      temperature: 1.3,
      tone: 'seaworthy',
      writing_style: 'like a logbook',
    };
    const end = await written(system, ben, {
      applicationId: 'bullet-points',
      environment,
      inputs: { productId: product.id },
    });
    expect(end.environment).toEqual(environment);
    const response = await fetch(`${system.stack.sandboxUrl}/v1/debug/requests`);
    const [{ body }] = (await response.json()) as [{ body: { model: string; temperature: number } }];
    expect(body).toMatchObject({ model: 'echo', temperature: 1.3 });
    const sent = JSON.stringify(body);
    for (const part of ['Mention the harbour.', 'German', 'seaworthy', 'like a logbook']) {
      expect(sent.toLowerCase()).toContain(part.toLowerCase());
    }
  });

  it('with sandbox:slow ends as SUCCESS all the same', async () => {
    let end = slow;
    for (let i = 0; i < 120 && end.status === 'RUNNING'; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      end = (await system.get<Generation>(ben, `/generations/${slow.id}`)).body;
    }
    expect(end.status).toBe('SUCCESS');
    expect(end.completedAt ?? 0).toBeGreaterThan(end.createdAt + 15);
  }, 70_000);

  it('without anything to go by ends FAILED as InsufficientProductData', async () => {
    expect(await written(system, ben, { applicationId: 'bullet-points' })).toMatchObject({
      status: 'FAILED',
      errorCode: 'InsufficientProductData',
    });
  });

  it('refuses what it does not know, with its target', async () => {
    for (const [body, code, target] of [
      [{ applicationId: 'nonsense' }, 'UnknownReference', 'applicationId'],
      [{ applicationId: 'product-title', documentId: 'nonsense' }, 'UnknownReference', 'documentId'],
      [
        { applicationId: 'product-title', inputs: { productId: product.id } },
        'UnknownReference',
        'inputs.productId',
      ],
      [
        { applicationId: 'product-title', environment: { model: 'gpt-0' } },
        'InvalidArgument',
        'environment.model',
      ],
      [{ applicationId: 'product-title', inputs: { variants: 9 } }, 'InvalidArgument', 'inputs.variants'],
    ] as const) {
      const answer = await system.post(ann, '/generations', body); // the product is Ben's, not Ann's
      expect([answer.status, answer.body]).toMatchObject([400, { error: { code, target } }]);
    }
  });
});

describe('another workspace', () => {
  it('sees nothing of this one', async () => {
    const [own] = await allProducts(ben);
    const { body: generation } = await system.post<Generation>(ben, '/generations', {
      applicationId: 'product-title',
    });
    for (const path of [`/products/${own?.id}`, `/generations/${generation.id}`]) {
      expect(await system.get(ann, path)).toMatchObject({
        status: 404,
        body: { error: { code: 'NotFound' } },
      });
    }
  });
});
