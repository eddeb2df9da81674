// Accepting and reading generations, over the real bus and with the real servers.
import type { INestMicroservice } from '@nestjs/common';
import { AppError, type Actor, type GenerationRequest, type Product } from '#contracts';
import { newId } from '#platform/context';
import { Queues } from '#platform/jobs';
import { catalogue, refusal, someone, Stage, SUCCESS, until } from './stage.ts';

const MODEL_SERVERS = JSON.stringify([{ name: 'acme', baseURL: 'http://127.0.0.1:1/v1', models: ['large'] }]);

let stage: Stage;
let app: INestMicroservice;
beforeAll(async () => {
  stage = await Stage.set();
  await stage.watchOutbox();
  app = await stage.serve({ MODEL_SERVERS, MAX_RUNNING_GENERATIONS: '5' });
}, 60_000);
afterAll(() => stage?.strike(), 60_000);
afterEach(() => {
  catalogue.error = undefined;
});

function productFor(actor: Actor, more: Partial<Product> = {}): Product {
  const id = newId();
  const product = {
    id,
    genre: 'Retailer',
    asin: 'B000000001',
    marketplace: 'DE',
    title: 'Eichenbrett, 40 cm',
    brand: 'Fenwick',
    description: '',
    specification: '',
    feature: '',
    mainImage: '',
    link: '',
    features: ['Aus einem Stück'],
    createdAt: 1,
    updatedAt: 2,
    ...more,
  } as Product;
  catalogue.products.set(`${actor.workspaceId}/${id}`, product);
  return product;
}

async function documentFor(actor: Actor): Promise<string> {
  const id = newId();
  await stage.sql('INSERT INTO document (id, workspace_id, title, content) VALUES ($1, $2, $3, $4)', [
    id,
    actor.workspaceId,
    'Brand voice guide',
    'Plain and warm.',
  ]);
  return id;
}

describe('a generation', () => {
  it('is accepted RUNNING with all its defaults', async () => {
    const actor = someone();
    const before = Math.floor(Date.now() / 1000) - 1;
    const { generation, replayed } = await stage.create(actor);
    expect(replayed).toBe(false);
    expect(generation).toEqual({
      id: expect.any(String),
      accountId: actor.accountId,
      workspaceId: actor.workspaceId,
      applicationId: 'product-title',
      applicationName: 'Product title',
      title: 'Product title',
      inputs: { variants: 1 },
      environment: { language: 'en', model: 'offline:composer-1', temperature: 0.2 },
      manual: false,
      status: 'RUNNING',
      createdAt: expect.any(Number),
      deadlineAt: generation.createdAt + 900,
    });
    expect(generation.createdAt).toBeGreaterThanOrEqual(before);
    expect(await stage.get(actor, generation.id)).toEqual(generation);
  });

  it('is queued once, under its first name', async () => {
    const { id } = await stage.created();
    const queues = app.get(Queues, { strict: false });
    await until(() => queues.isPending('generations', `gen-${id}-1`));
    expect(await stage.sent(id)).toEqual([
      expect.objectContaining({ kind: 'job', topic: 'generations', dedup_key: `gen-${id}-1` }),
    ]);
  });

  it('goes ahead in the queue when a person waits', async () => {
    const waiting = await stage.created({ manual: true });
    const idle = await stage.created({ manual: false });
    const [[first], [second]] = [await stage.sent(waiting.id), await stage.sent(idle.id)];
    expect(first?.payload.priority).toBeGreaterThan(0);
    expect(first?.payload.priority).toBeLessThan(second?.payload.priority as number);
  });

  it('waits behind those of its own workspace, not behind those of another', async () => {
    const [busy, other] = [someone(), someone()];
    const priorityOf = async (actor: Actor): Promise<number> => {
      const { generation } = await stage.create(actor, {});
      return (await stage.sent(generation.id))[0]?.payload.priority ?? 0;
    };
    const [first, second, third] = [await priorityOf(busy), await priorityOf(busy), await priorityOf(busy)];
    expect([second - first, third - first]).toEqual([4, 8]);
    expect(await priorityOf(other)).toBe(first);
  });

  it('links its product and its document, and keeps both as they were', async () => {
    const actor = someone();
    const product = productFor(actor);
    const documentId = await documentFor(actor);
    const { generation } = await stage.create(actor, { documentId, inputs: { productId: product.id } });
    expect(generation).toMatchObject({
      title: 'Product title: Eichenbrett, 40 cm',
      productId: product.id,
      productTitle: 'Eichenbrett, 40 cm',
      documentId,
      documentTitle: 'Brand voice guide',
      inputs: { productId: product.id, variants: 1 },
      environment: { language: 'de' },
    });
    const { task } = await stage.claimed(generation.id);
    expect(task.product).toEqual(product);
    expect(task.document).toEqual({ title: 'Brand voice guide', content: 'Plain and warm.' });
  });

  it('is titled by its document when it has no product', async () => {
    const actor = someone();
    const { generation } = await stage.create(actor, { documentId: await documentFor(actor) });
    expect(generation.title).toBe('Product title: Brand voice guide');
  });

  it('about a product of one’s own is written in English', async () => {
    const actor = someone();
    const product = productFor(actor, { genre: 'Custom' });
    const { generation } = await stage.create(actor, { inputs: { productId: product.id } });
    expect(generation.environment.language).toBe('en');
  });

  it('takes language, model and temperature from the request', async () => {
    const environment = { language: 'French', model: 'acme:large', temperature: 1.5, tone: 'bold' };
    const { generation } = await stage.create(someone(), { environment });
    expect(generation.environment).toEqual({ ...environment, language: 'fr' });
  });

  it('D28: keeps any text of its inputs as it was sent', async () => {
    const inputs = { note: 'a\u0000b \ud800 "; DROP TABLE generation; -- %_', z: 1, a: { y: [null, 1.5] } };
    const actor = someone();
    const { generation } = await stage.create(actor, { inputs }, 'odd text');
    expect(generation.inputs).toEqual({ ...inputs, variants: 1 });
    expect((await stage.get(actor, generation.id)).inputs).toEqual(generation.inputs);
    expect((await stage.claimed(generation.id)).task.inputs).toEqual(generation.inputs);
    expect((await stage.create(actor, { inputs }, 'odd text')).replayed).toBe(true);
  });

  it('D5: of another workspace, unknown or malformed is not found', async () => {
    const { actor, id } = await stage.created();
    await expect(stage.get(actor, id)).resolves.toHaveProperty('id', id);
    const answers = [
      await refusal(stage.get(someone(), id)),
      await refusal(stage.get(actor, newId())),
      await refusal(stage.get(actor, "1' OR '1'='1")),
    ];
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], code: 'NotFound' });
  });
});

describe('a request for a generation', () => {
  const bad: [string, Partial<GenerationRequest>, string, string][] = [
    ['an unknown application', { applicationId: 'haiku' }, 'UnknownReference', 'applicationId'],
    [
      'a bad known input',
      { applicationId: 'bullet-points', inputs: { count: 9 } },
      'InvalidArgument',
      'inputs.count',
    ],
    ['too large inputs', { inputs: { text: 'x'.repeat(33 * 1024) } }, 'InvalidArgument', 'inputs'],
    ['a productId that is no text', { inputs: { productId: 1 } }, 'InvalidArgument', 'inputs.productId'],
    ['an unknown product', { inputs: { productId: newId() } }, 'UnknownReference', 'inputs.productId'],
    [
      'a malformed product',
      { inputs: { productId: 'x'.repeat(65) } },
      'UnknownReference',
      'inputs.productId',
    ],
    ['an unknown document', { documentId: newId() }, 'UnknownReference', 'documentId'],
    ['a malformed document', { documentId: '../../x' }, 'UnknownReference', 'documentId'],
    ['an unknown model', { environment: { model: 'acme:tiny' } }, 'InvalidArgument', 'environment.model'],
    [
      'an unknown language',
      { environment: { language: 'Elvish' } },
      'InvalidArgument',
      'environment.language',
    ],
  ];

  it.each(bad)('D21: with %s is refused and leaves nothing', async (_, body, code, target) => {
    const actor = someone();
    expect(await refusal(stage.create(actor, body))).toMatchObject({ code, target });
    const kept = await stage.sql('SELECT 1 FROM generation WHERE workspace_id = $1', [actor.workspaceId]);
    expect(kept).toEqual([]);
  });

  it('D5: cannot use another workspace’s product or document', async () => {
    const [owner, stranger] = [someone(), someone()];
    const documentId = await documentFor(owner);
    const { id: productId } = productFor(owner);
    expect(await refusal(stage.create(stranger, { documentId }))).toMatchObject({ target: 'documentId' });
    expect(await refusal(stage.create(stranger, { inputs: { productId } }))).toMatchObject({
      code: 'UnknownReference',
    });
  });

  it('names the enabled models when it named another', async () => {
    const { message } = await refusal(stage.create(someone(), { environment: { model: 'gpt' } }));
    expect(message).toContain('offline:composer-1');
    expect(message).toContain('acme:large');
  });

  it('passes on that the catalogue is unavailable, and leaves nothing', async () => {
    catalogue.error = new AppError('Unavailable', { retryAfter: 1 });
    const actor = someone();
    const body = { inputs: { productId: newId() } };
    expect(await refusal(stage.create(actor, body, 'k'))).toMatchObject({ code: 'Unavailable' });
    catalogue.error = undefined;
    const product = productFor(actor);
    expect(await stage.create(actor, { inputs: { productId: product.id } }, 'k')).toMatchObject({
      replayed: false,
    });
  });
});

describe('the quota of a workspace', () => {
  it('lets through as many as it says of twenty at once, and more when one ends', async () => {
    const actor = someone();
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => stage.create(actor)));
    const made = asked.filter((one) => one.status === 'fulfilled').map((one) => one.value.generation);
    expect(made).toHaveLength(5);
    for (const one of asked.filter((one) => one.status === 'rejected')) {
      expect(one.reason).toMatchObject({ code: 'QuotaExceeded', retryAfter: expect.any(Number) });
    }
    expect(await stage.create(someone())).toHaveProperty('generation');
    const [first] = made;
    if (!first) throw new Error('None was accepted.');
    const { epoch } = await stage.claimed(first.id);
    await stage.finish(first.id, epoch, SUCCESS);
    expect(await stage.create(actor)).toHaveProperty('generation');
    expect(await refusal(stage.create(actor))).toMatchObject({ code: 'QuotaExceeded' });
  });

  it('once full, is told without asking anybody again, until one ends', async () => {
    const actor = someone();
    const body = { inputs: { productId: productFor(actor).id } };
    const made: string[] = [];
    while (made.length < 5) made.push((await stage.create(actor)).generation.id);
    expect(await refusal(stage.create(actor, body))).toMatchObject({ code: 'QuotaExceeded' });
    const asked = catalogue.asked;
    for (const key of [undefined, 'new'])
      expect(await refusal(stage.create(actor, body, key))).toMatchObject({
        code: 'QuotaExceeded',
        retryAfter: expect.any(Number),
      });
    expect(catalogue.asked).toBe(asked);
    const [first = ''] = made;
    await stage.finish(first, (await stage.claimed(first)).epoch, SUCCESS);
    expect(await stage.create(actor, body, 'new')).toMatchObject({ replayed: false });
    expect(await refusal(stage.create(actor, body))).toMatchObject({ code: 'QuotaExceeded' });
    expect(catalogue.asked).toBe(asked + 1);
  });

  it('does not stand in the way of a replay', async () => {
    const actor = someone();
    const { generation } = await stage.create(actor, {}, 'first');
    for (let n = 1; n < 5; n += 1) await stage.create(actor);
    expect(await refusal(stage.create(actor, {}, 'next'))).toMatchObject({ code: 'QuotaExceeded' });
    expect(await stage.create(actor, {}, 'first')).toEqual({ generation, replayed: true });
  });
});
