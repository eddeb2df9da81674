// Creating and reading generations over the real bus, with real servers.
import type { INestMicroservice } from '@nestjs/common';
import { AppError, type Actor, type GenerationRequest } from '#contracts';
import { newId } from '#platform/context';
import { Queues } from '#platform/jobs';
import { answered, errorOf } from '#testing/answers';
import { until } from '#testing/until';
import { GenerationsEnvironment, newActor, SUCCESS, waitUntil } from './generations-environment.ts';
import { catalogue, productFor } from './stand-in-catalogue.ts';

const MODEL_SERVERS = JSON.stringify([{ name: 'acme', baseURL: 'http://127.0.0.1:1/v1', models: ['large'] }]);

let environment: GenerationsEnvironment;
let app: INestMicroservice;
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  await environment.recordOutbox();
  app = await environment.startInstance({ MODEL_SERVERS, MAX_RUNNING_GENERATIONS: '5' });
});
afterAll(() => environment?.stop());
afterEach(() => {
  catalogue.error = undefined;
});

async function documentFor(actor: Actor): Promise<string> {
  const id = newId();
  await environment.sql('INSERT INTO document (id, workspace_id, title, content) VALUES ($1, $2, $3, $4)', [
    id,
    actor.workspaceId,
    'Brand voice guide',
    'Plain and warm.',
  ]);
  return id;
}

describe('generations', () => {
  it('are accepted as RUNNING with all defaults', async () => {
    const actor = newActor();
    const before = Math.floor(Date.now() / 1000) - 1;
    const { generation, replayed } = await environment.create(actor);
    expect(replayed).toBe(false);
    expect(generation).toEqual({
      id: expect.any(String),
      accountId: actor.accountId,
      workspaceId: actor.workspaceId,
      applicationId: 'product-title',
      applicationName: 'Product title',
      applicationVersion: 1,
      title: 'Product title',
      inputs: { variants: 1 },
      environment: { language: 'en-US', model: 'offline:composer-1', temperature: 0.2 },
      marketplace: 'US',
      manual: false,
      learnedFrom: [],
      stale: false,
      status: 'RUNNING',
      createdAt: expect.any(Number),
      deadlineAt: generation.createdAt + 900,
    });
    expect(generation.createdAt).toBeGreaterThanOrEqual(before);
    expect(await environment.get(actor, generation.id)).toEqual(generation);
  });

  it('are queued once, with the job id of the first attempt', async () => {
    const { id } = await environment.createInNewWorkspace();
    const queues = app.get(Queues, { strict: false });
    await waitUntil(() => queues.isPending('generations', `gen-${id}-1`));
    expect(await environment.outboxRecords(id)).toEqual([
      expect.objectContaining({ kind: 'job', topic: 'generations', dedup_key: `gen-${id}-1` }),
    ]);
  });

  it('for which a person waits have a second job, for the places that are kept for people', async () => {
    const { id } = await environment.createInNewWorkspace({ manual: true });
    expect(await environment.outboxRecords(id)).toEqual([
      expect.objectContaining({ topic: 'generations', dedup_key: `gen-${id}-1` }),
      expect.objectContaining({
        topic: 'generations-people',
        dedup_key: `person-${id}`,
        payload: expect.objectContaining({
          delayMs: 2000,
          envelope: expect.objectContaining({
            data: { v: 1, generationId: id, model: 'offline:composer-1' },
          }),
        }),
      }),
    ]);
  });

  it('go ahead in the queue when a person waits', async () => {
    const waiting = await environment.createInNewWorkspace({ manual: true });
    const idle = await environment.createInNewWorkspace({ manual: false });
    const [[first], [second]] = [
      await environment.outboxRecords(waiting.id),
      await environment.outboxRecords(idle.id),
    ];
    expect(first?.payload.priority).toBeGreaterThan(0);
    expect(first?.payload.priority).toBeLessThan(second?.payload.priority as number);
  });

  it('queue behind generations of their own workspace and not behind those of another one', async () => {
    const busy = newActor();
    const other = newActor();
    await environment.agreeOnFront(app);
    const priorityOf = async (actor: Actor): Promise<number> => {
      const { generation } = await environment.create(actor, {});
      return (await environment.outboxRecords(generation.id))[0]?.payload.priority ?? 0;
    };
    const first = await priorityOf(busy);
    const second = await priorityOf(busy);
    const third = await priorityOf(busy);
    expect([second - first, third - first]).toEqual([4, 8]);
    expect(await priorityOf(other)).toBe(first);
  });

  it('are linked to their product and document, and keep a copy of both', async () => {
    const actor = newActor();
    const product = productFor(actor);
    const documentId = await documentFor(actor);
    const { generation } = await environment.create(actor, { documentId, inputs: { productId: product.id } });
    expect(generation).toMatchObject({
      title: 'Product title: Eichenbrett, 40 cm',
      productId: product.id,
      productTitle: 'Eichenbrett, 40 cm',
      documentId,
      documentTitle: 'Brand voice guide',
      inputs: { productId: product.id, variants: 1 },
      environment: { language: 'de' },
      marketplace: 'DE',
    });
    const { task } = await environment.claimSuccessfully(generation.id);
    expect(task.product).toEqual(product);
    const document = { title: 'Brand voice guide', content: 'Plain and warm.' };
    expect(task.document).toEqual({ ...document, kind: 'guidance' });
  });

  it('are titled after their document when they have no product', async () => {
    const actor = newActor();
    const { generation } = await environment.create(actor, { documentId: await documentFor(actor) });
    expect(generation.title).toBe('Product title: Brand voice guide');
  });

  it('about a custom product are written in English', async () => {
    const actor = newActor();
    const product = productFor(actor, { genre: 'Custom' });
    const { generation } = await environment.create(actor, { inputs: { productId: product.id } });
    expect(generation.environment.language).toBe('en-US');
  });

  it('take language, model and temperature from the request', async () => {
    const settings = { language: 'French', model: 'acme:large', temperature: 1.5, tone: 'bold' };
    const { generation } = await environment.create(newActor(), { environment: settings });
    expect(generation.environment).toEqual({ ...settings, language: 'fr' });
  });

  it('keep any text of their inputs as it was sent', async () => {
    const inputs = { note: 'a\u0000b \ud800 "; DROP TABLE generation; -- %_', z: 1, a: { y: [null, 1.5] } };
    const actor = newActor();
    const { generation } = await environment.create(actor, { inputs }, 'odd text');
    expect(generation.inputs).toEqual({ ...inputs, variants: 1 });
    expect((await environment.get(actor, generation.id)).inputs).toEqual(generation.inputs);
    expect((await environment.claimSuccessfully(generation.id)).task.inputs).toEqual(generation.inputs);
    expect((await environment.create(actor, { inputs }, 'odd text')).replayed).toBe(true);
  });

  it('are not found by an unknown or malformed id or from another workspace', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    await expect(environment.get(actor, id)).resolves.toHaveProperty('id', id);
    const errors = [
      await errorOf(environment.get(newActor(), id)),
      await errorOf(environment.get(actor, newId())),
      await errorOf(environment.get(actor, "1' OR '1'='1")),
    ];
    for (const error of errors) expect(error).toEqual({ ...errors[0], code: 'NotFound' });
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
    ['a productId that is not a string', { inputs: { productId: 1 } }, 'InvalidArgument', 'inputs.productId'],
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

  it.each(bad)('with %s is refused and stores nothing', async (_, body, code, target) => {
    const actor = newActor();
    expect(await errorOf(environment.create(actor, body))).toMatchObject({ code, target });
    const rows = await environment.sql('SELECT 1 FROM generation WHERE workspace_id = $1', [
      actor.workspaceId,
    ]);
    expect(rows).toEqual([]);
  });

  it('cannot use a product or document of another workspace', async () => {
    const owner = newActor();
    const stranger = newActor();
    const documentId = await documentFor(owner);
    const { id: productId } = productFor(owner);
    expect(await errorOf(environment.create(stranger, { documentId }))).toMatchObject({
      target: 'documentId',
    });
    expect(await errorOf(environment.create(stranger, { inputs: { productId } }))).toMatchObject({
      code: 'UnknownReference',
    });
  });

  it('for an unknown model is refused with the names of the enabled models', async () => {
    const { message } = await errorOf(environment.create(newActor(), { environment: { model: 'gpt' } }));
    expect(message).toContain('offline:composer-1');
    expect(message).toContain('acme:large');
  });

  it('is refused without a trace when the catalogue is unavailable', async () => {
    catalogue.error = new AppError('Unavailable', { retryAfter: 1 });
    const actor = newActor();
    const body = { inputs: { productId: newId() } };
    expect(await errorOf(environment.create(actor, body, 'k'))).toMatchObject({ code: 'Unavailable' });
    catalogue.error = undefined;
    const product = productFor(actor);
    expect(await environment.create(actor, { inputs: { productId: product.id } }, 'k')).toMatchObject({
      replayed: false,
    });
  });
});

describe('the limit of RUNNING generations', () => {
  it('admits five of twenty simultaneous requests, and another one when a generation ends', async () => {
    const actor = newActor();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => answered(() => environment.create(actor, {}, `${n}`))),
    );
    const created = results
      .filter((result) => result.status === 'fulfilled')
      .map((result) => result.value.generation);
    expect(created).toHaveLength(5);
    for (const result of results.filter((one) => one.status === 'rejected')) {
      expect(result.reason).toMatchObject({ code: 'QuotaExceeded', retryAfter: expect.any(Number) });
    }
    expect(await environment.create(newActor())).toHaveProperty('generation');
    const [first] = created;
    if (!first) throw new Error('No generation was accepted.');
    const { epoch } = await environment.claimSuccessfully(first.id);
    await environment.finish(first.id, epoch, SUCCESS);
    expect(await environment.create(actor)).toHaveProperty('generation');
    expect(await errorOf(environment.create(actor))).toMatchObject({ code: 'QuotaExceeded' });
  });

  it('is remembered when it was reached, so that requests are refused without asking the catalogue until one ends', async () => {
    const refusal = { code: 'QuotaExceeded', retryAfter: expect.any(Number) };
    await until('all of it happens in the second for which it is remembered', async () => {
      const actor = newActor();
      const body = { inputs: { productId: productFor(actor).id } };
      const created: string[] = [];
      while (created.length < 5) created.push((await environment.create(actor)).generation.id);
      const startedAt = performance.now();
      expect(await errorOf(environment.create(actor, body))).toMatchObject(refusal);
      const before = catalogue.requests;
      for (const key of [undefined, 'new'])
        expect(await errorOf(environment.create(actor, body, key))).toMatchObject(refusal);
      const whileFull = catalogue.requests - before;
      const [first = ''] = created;
      await environment.finish(first, (await environment.claimSuccessfully(first)).epoch, SUCCESS);
      expect(await environment.create(actor, body, 'new')).toMatchObject({ replayed: false });
      expect(await errorOf(environment.create(actor, body))).toMatchObject(refusal);
      if (performance.now() - startedAt > 1000) return false;
      expect([whileFull, catalogue.requests - before]).toEqual([0, 1]);
      return true;
    });
  });

  it('does not refuse a replay', async () => {
    const actor = newActor();
    const { generation } = await environment.create(actor, {}, 'first');
    for (let n = 1; n < 5; n += 1) await environment.create(actor);
    expect(await errorOf(environment.create(actor, {}, 'next'))).toMatchObject({ code: 'QuotaExceeded' });
    expect(await environment.create(actor, {}, 'first')).toEqual({ generation, replayed: true });
  });
});
