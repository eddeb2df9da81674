// Idempotency keys of generations: the first request with a key creates, and every repeat gets the same answer.
import type { INestMicroservice } from '@nestjs/common';
import { beginFollowUp, checkFollowUp, getBatch, listGenerations, type Actor } from '#contracts';
import { newId, withContext } from '#platform/context';
import { GenerationsService } from '../src/intake/generations.service.ts';
import { errorOf, newActor, GenerationsEnvironment, SUCCESS, waitUntil } from './generations-environment.ts';
import { productFor } from './stand-in-catalogue.ts';

let environment: GenerationsEnvironment;
let app: INestMicroservice;
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  app = await environment.startInstance();
}, 60_000);
afterAll(() => environment?.stop(), 60_000);

/** Calls an instance for a client that waits `leftMs` more. The default is less than the first request may take. */
const createOn = (instance: INestMicroservice, actor: Actor, key = 'key', leftMs = 2000) =>
  withContext({ requestId: newId(), deadline: performance.now() + leftMs }, () =>
    instance
      .get(GenerationsService, { strict: false })
      .create(actor, { applicationId: 'product-title' }, key),
  );

/** Blocks inserts of generations while `work` runs. `work` gets a function that waits until an insert is blocked. */
async function withBlockedInserts<T>(work: (insertBlocked: () => Promise<void>) => Promise<T>): Promise<T> {
  await environment.sql('BEGIN');
  try {
    await environment.sql('LOCK TABLE generation IN SHARE MODE');
    return await work(() =>
      waitUntil(async () => {
        const waiting = `SELECT 1 FROM pg_locks WHERE relation = 'generation'::regclass AND NOT granted`;
        return (await environment.sql(waiting)).length > 0;
      }),
    );
  } finally {
    await environment.sql('COMMIT');
  }
}

describe('an Idempotency-Key', () => {
  it('gives a repeat the first answer, even after the generation has ended', async () => {
    const actor = newActor();
    const first = await environment.create(actor, { manual: true }, 'key');
    const claim = await environment.claimSuccessfully(first.generation.id);
    expect(await environment.finish(first.generation.id, claim.epoch, SUCCESS)).toBe(true);
    expect(await environment.create(actor, { manual: true }, 'key')).toEqual({ ...first, replayed: true });
  });

  it('D30: cannot be used with another body', async () => {
    const actor = newActor();
    await environment.create(actor, {}, 'key');
    expect(await errorOf(environment.create(actor, { manual: true }, 'key'))).toMatchObject({
      code: 'IdempotencyKeyReused',
    });
  });

  it('D34: can be used again after a refused request', async () => {
    const actor = newActor();
    await errorOf(environment.create(actor, { environment: { model: 'acme:tiny' } }, 'key'));
    expect(await environment.create(actor, {}, 'key')).toMatchObject({ replayed: false });
  });

  it('D33: is independent of the same key in another workspace', async () => {
    const [one, other] = [
      await environment.create(newActor(), {}, 'key'),
      await environment.create(newActor(), {}, 'key'),
    ];
    expect(one.generation.id).not.toBe(other.generation.id);
  });

  it('lets one of ten simultaneous requests create a generation', async () => {
    const actor = newActor();
    const answers = await Promise.all(Array.from({ length: 10 }, () => environment.create(actor, {}, 'key')));
    expect(new Set(answers.map((answer) => answer.generation.id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    const kept = await environment.sql('SELECT 1 FROM generation WHERE workspace_id = $1', [
      actor.workspaceId,
    ]);
    expect(kept).toHaveLength(1);
  });
});

describe('a repeat while the first request still runs', () => {
  const IN_PROGRESS = { code: 'IdempotencyInProgress', retryAfter: 1 };

  it.each([
    ['the same instance', () => Promise.resolve(app)],
    ['another instance', () => environment.startInstance()],
  ])('D31: gets IdempotencyInProgress from %s, and the answer later', async (_, other) => {
    const actor = newActor();
    const second = await other();
    const { first, tookMs } = await withBlockedInserts(async (insertBlocked) => {
      const first = createOn(app, actor, 'key', 3000);
      await insertBlocked();
      const startedAt = performance.now();
      expect(await errorOf(createOn(second, actor))).toMatchObject(IN_PROGRESS);
      return { first, tookMs: performance.now() - startedAt };
    });
    expect(tookMs).toBeGreaterThan(900); // it waited for the first request
    expect(tookMs).toBeLessThan(2000);
    const { generation, replayed } = await first;
    expect(replayed).toBe(false);
    for (const instance of [app, second])
      expect(await createOn(instance, actor)).toEqual({ generation, replayed: true });
    const kept = await environment.sql('SELECT id FROM generation WHERE workspace_id = $1', [
      actor.workspaceId,
    ]);
    expect(kept).toEqual([{ id: generation.id }]);
  });

  it('is told apart from another request of the same workspace', async () => {
    const actor = newActor();
    const first = await withBlockedInserts(async (insertBlocked) => {
      const first = createOn(app, actor, 'key', 3000);
      await insertBlocked();
      expect(await errorOf(createOn(app, actor, 'other'))).toMatchObject({ code: 'Unavailable' });
      return { first };
    });
    expect((await first.first).replayed).toBe(false);
  });
});

describe('the batch that follows an import', () => {
  it('begins once, however often the catalogue asks for it', async () => {
    const actor = newActor();
    const { workspaceId, accountId } = actor;
    const productIds = [productFor(actor).id, productFor(actor).id];
    const [batchId, requestId] = [newId(), newId()];
    const body = { applicationId: 'product-title', inputs: { keywords: ['oak'] } };
    const begin = (more = {}) =>
      environment.catalogue.request(beginFollowUp, {
        ...{ workspaceId, accountId, requestId, batchId, body, productIds },
        ...more,
      });
    await Promise.all([begin(), begin()]);
    await waitUntil(async () => {
      const { counts } = await environment.gateway.request(getBatch, { actor, id: batchId });
      return counts.running === 2;
    });
    await begin({ productIds: productIds.slice(1) });
    const { counts } = await environment.gateway.request(getBatch, { actor, id: batchId });
    expect(counts).toMatchObject({ total: 2, waiting: 0, running: 2 });
    const query = { actor, batchId, limit: 10 };
    const { generations } = await environment.gateway.request(listGenerations, query);
    expect(generations.map(({ productId }) => productId).sort()).toEqual(productIds.sort());
  });

  it('is checked before the import is accepted', async () => {
    const check = (body: object) =>
      environment.gateway.request(checkFollowUp, {
        actor: newActor(),
        body: { applicationId: 'product-title', ...body },
      });
    expect(await check({})).toEqual({});
    expect(await errorOf(check({ applicationId: 'poem' }))).toMatchObject({ target: 'applicationId' });
    expect(await errorOf(check({ inputs: { productId: newId() } }))).toMatchObject({
      target: 'inputs.productId',
    });
    expect(await errorOf(check({ environment: { model: 'acme:tiny' } }))).toMatchObject({
      target: 'environment.model',
    });
  });
});
