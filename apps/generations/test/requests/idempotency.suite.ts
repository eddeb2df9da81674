// Idempotency keys of generations: the first request with a key creates, and every repeat gets the same answer.
import type { INestMicroservice } from '@nestjs/common';
import {
  acceptGeneration,
  beginFollowUp,
  checkFollowUp,
  createBatch,
  getBatch,
  listGenerations,
  type AcceptanceRequest,
  type Actor,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { newId, withContext } from '#platform/context';
import { answered, errorOf } from '#testing/answers';
import { HeldInserts } from '#testing/schema';
import { ApplicationWritesService } from '../../src/applications/application-writes.service.ts';
import { GenerationsService } from '../../src/intake/generations.service.ts';
import { newActor, SUCCESS, waitUntil } from '../generations-environment.ts';
import { app, environment, otherApp } from '../suite-environment.ts';
import { catalogue, productFor } from '../stand-in-catalogue.ts';

/** Calls an instance, not over the bus: nobody stops waiting, however long the machine takes. */
const createOn = (instance: INestMicroservice, actor: Actor, key = 'key') =>
  withContext({ requestId: newId() }, () =>
    instance
      .get(GenerationsService, { strict: false })
      .create(actor, { applicationId: 'product-title' }, key),
  );

describe('an Idempotency-Key', () => {
  it('gives a repeat the first answer, even after the generation has ended', async () => {
    const actor = newActor();
    const first = await environment.create(actor, { manual: true }, 'key');
    const claim = await environment.claimSuccessfully(first.generation.id);
    expect(await environment.finish(first.generation.id, claim.epoch, SUCCESS)).toBe(true);
    expect(await environment.create(actor, { manual: true }, 'key')).toEqual({ ...first, replayed: true });
  });

  it('gives a repeat the first answer, whatever has become of what the request names', async () => {
    const actor = newActor();
    const product = productFor(actor);
    const body = { inputs: { productId: product.id } };
    const first = await environment.create(actor, body, 'key');
    const claim = await environment.claimSuccessfully(first.generation.id);
    await environment.finish(first.generation.id, claim.epoch, SUCCESS);
    const again = await environment.retry(actor, first.generation.id, {}, 'key');
    const batch = { applicationId: 'product-title', products: { ids: [product.id] } };
    const begin = () =>
      environment.gateway.request(createBatch, { actor, body: batch, idempotencyKey: 'key' });
    const begun = await begin();
    catalogue.products.delete(`${actor.workspaceId}/${product.id}`);
    expect(await environment.create(actor, body, 'key')).toEqual({ ...first, replayed: true });
    expect(await begin()).toEqual({ ...begun, replayed: true });
    await environment.delete(actor, first.generation.id);
    expect(await environment.retry(actor, first.generation.id, {}, 'key')).toEqual({
      ...again,
      replayed: true,
    });
    expect(await errorOf(environment.create(actor, body, 'other'))).toMatchObject({
      code: 'UnknownReference',
    });
  });

  it('gives a repeat the first answer, although the model of the application is enabled no more', async () => {
    const { workspaceId } = newActor();
    const body = {
      name: 'Label',
      instructions: 'Write a label.',
      inputSchema: { type: 'object' },
      resultType: 'RESULTS' as const,
      environment: { model: 'acme:large' },
    };
    const create = (key: string) =>
      app.get(ApplicationWritesService, { strict: false }).create({ workspaceId }, body, key);
    const first = await create('key');
    const servers = app.get<{ MODEL_SERVERS: unknown[] }>(CONFIG, { strict: false }).MODEL_SERVERS;
    const enabled = servers.splice(0);
    try {
      expect(await create('key')).toEqual({ ...first, replayed: true });
      expect(await errorOf(create('other'))).toMatchObject({ code: 'InvalidArgument' });
    } finally {
      servers.push(...enabled);
    }
  });

  it('that is older than a day stands for a new request, although it is still stored', async () => {
    const actor = newActor();
    const body = { applicationId: 'product-title', products: { ids: [productFor(actor).id] } };
    const begin = () => environment.gateway.request(createBatch, { actor, body, idempotencyKey: 'key' });
    const { batch } = await begin();
    await environment.sql(
      `UPDATE idempotency SET created_at = created_at - interval '25 hours' WHERE workspace_id = $1`,
      [actor.workspaceId],
    );
    const later = await begin();
    expect(later.replayed).toBe(false);
    expect(later.batch.id).not.toBe(batch.id);
  });

  it('cannot be used with another body', async () => {
    const actor = newActor();
    await environment.create(actor, {}, 'key');
    expect(await errorOf(environment.create(actor, { manual: true }, 'key'))).toMatchObject({
      code: 'IdempotencyKeyReused',
    });
  });

  it('can be used again after a refused request', async () => {
    const actor = newActor();
    await errorOf(environment.create(actor, { environment: { model: 'acme:tiny' } }, 'key'));
    expect(await environment.create(actor, {}, 'key')).toMatchObject({ replayed: false });
  });

  it('is independent of the same key in another workspace', async () => {
    const one = await environment.create(newActor(), {}, 'key');
    const other = await environment.create(newActor(), {}, 'key');
    expect(one.generation.id).not.toBe(other.generation.id);
  });

  it('lets one of ten simultaneous requests create a generation', async () => {
    const actor = newActor();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => answered(() => environment.create(actor, {}, 'key'))),
    );
    expect(new Set(answers.map((answer) => answer.generation.id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    const kept = await environment.sql('SELECT 1 FROM generation WHERE workspace_id = $1', [
      actor.workspaceId,
    ]);
    expect(kept).toHaveLength(1);
  });
});

describe('a repeat while the first request still runs', () => {
  const inserts = new HeldInserts('generation', (text) => environment.sql(text));
  beforeAll(() => inserts.begin());
  afterAll(() => inserts.end());

  /** Makes the first request, and does `work` while its insert is held up; gives the answer. */
  const heldUp = (actor: Actor, work: () => Promise<void>): ReturnType<typeof createOn> =>
    inserts.holding(() => createOn(app, actor), work);

  it.each([
    ['the same instance', () => app],
    ['another instance', () => otherApp],
  ])('gets IdempotencyInProgress from %s, and the answer later', async (_, instance) => {
    const actor = newActor();
    const { generation, replayed } = await heldUp(actor, async () => {
      const refused = { code: 'IdempotencyInProgress', retryAfter: 1 };
      expect(await errorOf(createOn(instance(), actor))).toMatchObject(refused);
    });
    expect(replayed).toBe(false);
    for (const one of [app, otherApp])
      expect(await createOn(one, actor)).toEqual({ generation, replayed: true });
    const kept = await environment.sql('SELECT id FROM generation WHERE workspace_id = $1', [
      actor.workspaceId,
    ]);
    expect(kept).toEqual([{ id: generation.id }]);
  });

  it('is told apart from another request of the same workspace', async () => {
    const actor = newActor();
    const first = await heldUp(actor, async () => {
      expect(await errorOf(createOn(app, actor, 'other'))).toMatchObject({ code: 'Unavailable' });
    });
    expect(first.replayed).toBe(false);
  });
});

describe('the batch that follows an import', () => {
  it('begins once, however often the catalogue asks for it', async () => {
    const actor = newActor();
    const { workspaceId, accountId } = actor;
    const productIds = [productFor(actor).id, productFor(actor).id];
    const batchId = newId();
    const requestId = newId();
    const body = { applicationId: 'product-title', inputs: { keywords: ['oak'] } };
    const begin = (more = {}) =>
      environment.catalogue.request(beginFollowUp, {
        workspaceId,
        accountId,
        requestId,
        batchId,
        body,
        productIds,
        ...more,
      });
    await Promise.all([begin(), begin()]);
    await waitUntil(async () => {
      const { counts } = await environment.gateway.request(getBatch, { actor, id: batchId });
      return counts.running === 2;
    });
    await begin({ productIds: productIds.slice(1) });
    await begin({ body: { ...body, environment: { model: 'acme:gone' } } }); // its model was disabled meanwhile
    const { counts } = await environment.gateway.request(getBatch, { actor, id: batchId });
    expect(counts).toMatchObject({ total: 2, waiting: 0, running: 2 });
    const query = { actor, batchId, limit: 10 };
    const { generations } = await environment.gateway.request(listGenerations, query);
    expect(generations.map(({ productId }) => productId).sort()).toEqual(productIds.sort());
  });

  it('has the limits of the account that held the workspace of the import', async () => {
    const actor = { ...newActor(), limits: { runningGenerations: 2 } };
    const batchId = newId();
    await environment.catalogue.request(beginFollowUp, {
      ...actor,
      requestId: newId(),
      batchId,
      body: { applicationId: 'product-title' },
      productIds: [productFor(actor).id, productFor(actor).id],
    });
    // Half of its places are for single requests.
    await waitUntil(async () => {
      const { counts } = await environment.gateway.request(getBatch, { actor, id: batchId });
      return counts.running > 0;
    });
    const { counts } = await environment.gateway.request(getBatch, { actor, id: batchId });
    expect(counts).toMatchObject({ waiting: 1, running: 1 });
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

it('a result that is accepted twice with a key becomes one document, also when that is gone', async () => {
  const actor = newActor();
  const id = await environment.createEnded(actor, SUCCESS, { applicationId: 'product-title' });
  const accepted = (body: AcceptanceRequest = {}) =>
    environment.gateway.request(acceptGeneration, { actor, id, body, idempotencyKey: 'accepted' });
  const documents = () =>
    environment.sql('SELECT id FROM document WHERE workspace_id = $1', [actor.workspaceId]);
  const [first, second] = await Promise.all([accepted(), accepted()]);
  expect(first.review).toMatchObject({ state: 'ACCEPTED', to: 'document' });
  expect(second.review).toEqual(first.review);
  expect(await documents()).toHaveLength(1);
  expect(await errorOf(accepted({ to: 'document' }))).toMatchObject({ code: 'IdempotencyKeyReused' });
  await environment.sql('DELETE FROM document WHERE workspace_id = $1', [actor.workspaceId]);
  expect((await accepted()).review).toEqual(first.review);
  expect(await documents()).toEqual([]);
});
