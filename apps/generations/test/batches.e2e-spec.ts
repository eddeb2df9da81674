// Batches over the real bus with real servers: which generations they make and when, their counts, their end.
import type { INestMicroservice } from '@nestjs/common';
import {
  AppError,
  batchCompleted,
  cancelBatch,
  createBatch,
  estimateBatch,
  getBatch,
  listBatches,
  listGenerations,
  type Actor,
  type Batch,
  type BatchSubmission,
  type Generation,
} from '#contracts';
import { newId } from '#platform/context';
import { errorOf } from '#testing/answers';
import {
  FAILURE,
  GenerationsEnvironment,
  newActor,
  PRICED_MODELS,
  SUCCESS,
  waitUntil,
} from './generations-environment.ts';
import { catalogue, productFor } from './stand-in-catalogue.ts';

/** Generations of a workspace that may be RUNNING; batches leave half of them free. */
const LIMIT = 8;
const SETTINGS = { ...PRICED_MODELS, MAX_RUNNING_GENERATIONS: String(LIMIT) };

let environment: GenerationsEnvironment;
let instances: INestMicroservice[];
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  await environment.recordOutbox();
  // Two instances, which share the work.
  instances = [await environment.startInstance(SETTINGS), await environment.startInstance(SETTINGS)];
});
afterAll(() => environment?.stop());
afterEach(() => {
  catalogue.error = undefined;
});

const someProducts = (actor: Actor, count: number): string[] =>
  Array.from({ length: count }, (_, n) => productFor(actor, { title: `Board ${n}` }).id);

const create = (actor: Actor, body: Partial<BatchSubmission>, idempotencyKey?: string) =>
  environment.gateway.request(createBatch, {
    actor,
    body: { applicationId: 'product-title', products: { filter: {} }, ...body },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
const createWith = async (actor: Actor, ids: string[]): Promise<Batch> =>
  (await create(actor, { products: { ids } })).batch;
const get = (actor: Actor, id: string): Promise<Batch> =>
  environment.gateway.request(getBatch, { actor, id });

/** A batch whose counts meet a condition; they add up at every look. */
async function seen(actor: Actor, id: string, holds: (batch: Batch) => boolean): Promise<Batch> {
  let batch!: Batch;
  await waitUntil(async () => {
    batch = await get(actor, id);
    const { total, ...others } = batch.counts;
    expect(Object.values(others).reduce((sum, count) => sum + count)).toBe(total);
    return holds(batch);
  });
  return batch;
}

const members = async (actor: Actor, batchId: string): Promise<Generation[]> => {
  const { generations } = await environment.gateway.request(listGenerations, { actor, batchId, limit: 100 });
  return generations as unknown as Generation[];
};

/** Ends the RUNNING generations of a workspace; every `nth` one fails. */
async function endRunning({ workspaceId }: Actor, nth = Infinity): Promise<number> {
  const running = await environment.sql<{ id: string }>(
    `SELECT id FROM generation WHERE workspace_id = $1 AND status = 'RUNNING' ORDER BY id`,
    [workspaceId],
  );
  for (const [n, { id }] of running.entries()) {
    const claim = await environment.claim(id, 'w1');
    if (claim.state !== 'claimed') continue;
    await environment.finish(id, claim.epoch, (n + 1) % nth === 0 ? FAILURE : SUCCESS);
  }
  return running.length;
}

/** Ends generations of a batch until it has ended. */
async function workOff(actor: Actor, id: string, nth?: number): Promise<Batch> {
  while ((await get(actor, id)).status === 'RUNNING') {
    await seen(actor, id, ({ status, counts }) => status !== 'RUNNING' || counts.running > 0);
    await endRunning(actor, nth);
  }
  return get(actor, id);
}

describe('a batch', () => {
  it('makes one generation of each product, in order, and leaves half of the quota to single requests', async () => {
    const actor = newActor();
    const ids = someProducts(actor, 15);
    const body = { products: { ids: [...ids, ids[0] ?? ''] }, inputs: { keywords: ['oak'] } };
    const { batch, replayed } = await create(actor, body);
    const none = { running: 0, success: 0, failed: 0, cancelled: 0 };
    expect(batch).toEqual({
      id: expect.any(String),
      applicationId: 'product-title',
      status: 'RUNNING',
      counts: { total: 15, waiting: 15, ...none },
      usage: { inputTokens: 0, outputTokens: 0, calls: 0, costMicros: 0 },
      createdAt: expect.any(Number),
    });
    expect(replayed).toBe(false);
    await seen(actor, batch.id, ({ counts }) => counts.running === LIMIT / 2);
    const begun = await members(actor, batch.id);
    expect(begun.map(({ productId }) => productId).reverse()).toEqual(ids.slice(0, LIMIT / 2));
    expect(await environment.get(actor, begun[0]?.id ?? '')).toMatchObject({
      batchId: batch.id,
      manual: false,
      inputs: { keywords: ['oak'], productId: ids[3] },
      productTitle: 'Board 3',
      environment: { language: 'de' },
      marketplace: 'DE',
    });
    for (let n = 0; n < LIMIT / 2; n += 1) await environment.create(actor);
    expect(await errorOf(environment.create(actor))).toMatchObject({ code: 'QuotaExceeded' });
    Object.assign(catalogue, { lookup: undefined, error: new AppError('TooManyRequests') });
    await endRunning(actor);
    await waitUntil(() => catalogue.lookup?.holderId === actor.holderId); // whose share is used up for a while
    catalogue.error = undefined;
    const ended = await workOff(actor, batch.id);
    expect(ended).toMatchObject({
      status: 'COMPLETED',
      counts: { total: 15, waiting: 0, ...none, success: 15 },
      usage: { inputTokens: 15 * 210, outputTokens: null, calls: 30, costMicros: 0, partial: true },
      completedAt: expect.any(Number),
    });
    await environment.sql('DELETE FROM invocation WHERE batch_id = $1', [batch.id]);
    expect(await get(actor, batch.id)).toEqual(ended); // no read adds up the ledger
    const made = await members(actor, batch.id);
    expect(made.map(({ productId }) => productId).sort()).toEqual([...ids].sort());
    const [event, ...more] = await environment.outboxRecords(batch.id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      topic: batchCompleted.type,
      payload: {
        data: {
          workspaceId: actor.workspaceId,
          batchId: batch.id,
          status: 'COMPLETED',
          counts: ended.counts,
        },
      },
    });
  });

  it('goes before no other generation of its workspace in the queue, and counts what is deleted', async () => {
    const actor = newActor();
    await environment.agreeOnFront(...instances);
    const { id } = await createWith(actor, someProducts(actor, 5));
    await seen(actor, id, ({ counts }) => counts.running === LIMIT / 2);
    const { generation: single } = await environment.create(actor);
    const priorityOf = async (generationId: string): Promise<number> => {
      const records = await environment.outboxRecords(generationId);
      return records.find(({ kind }) => kind === 'job')?.payload.priority ?? 0;
    };
    const ofMembers = await Promise.all((await members(actor, id)).map((one) => priorityOf(one.id)));
    expect(ofMembers.filter((priority) => priority < 1)).toEqual([]);
    expect(await priorityOf(single.id)).toBeLessThan(Math.min(...ofMembers));
    const { counts } = await workOff(actor, id, 2);
    expect(counts).toMatchObject({ total: 5, waiting: 0, running: 0 });
    const usage = (await get(actor, id)).usage;
    const [one] = await members(actor, id);
    await environment.delete(actor, one?.id ?? '');
    expect(await get(actor, id)).toMatchObject({ status: 'PARTIAL', counts, usage });
    expect(await members(actor, id)).toHaveLength(4);
  });

  it('waits for room, and fails what is about a product that is gone by then', async () => {
    const actor = newActor();
    const ids = someProducts(actor, 3);
    for (let n = 0; n < LIMIT / 2; n += 1) await environment.create(actor);
    const { id } = await createWith(actor, ids);
    catalogue.products.delete(`${actor.workspaceId}/${ids[1]}`);
    await endRunning(actor);
    const ended = await workOff(actor, id);
    expect(ended).toMatchObject({ status: 'PARTIAL', counts: { success: 2, failed: 1 } });
    const failed = (await members(actor, id)).find(({ productId }) => productId === ids[1]);
    expect(failed).toMatchObject({ status: 'FAILED', errorCode: 'InsufficientProductData' });
  });

  it('that is cancelled leaves nothing running; a second time changes nothing', async () => {
    const actor = newActor();
    const { id } = await createWith(actor, someProducts(actor, 12));
    await seen(actor, id, ({ counts }) => counts.running === LIMIT / 2);
    const [one] = await members(actor, id);
    const { epoch } = await environment.claimSuccessfully(one?.id ?? '');
    const cancel = (who: Actor) => environment.gateway.request(cancelBatch, { actor: who, id });
    expect(await errorOf(cancel(newActor()))).toMatchObject({ code: 'NotFound' });
    const cancelled = await cancel(actor);
    expect(cancelled).toMatchObject({
      status: 'CANCELLED',
      stopReason: 'Cancelled',
      counts: { total: 12, waiting: 0, running: 0, success: 0, failed: LIMIT / 2, cancelled: 12 - LIMIT / 2 },
    });
    expect(await cancel(actor)).toEqual(cancelled);
    expect(await environment.finish(one?.id ?? '', epoch, SUCCESS)).toBe(false);
    const codes = (await members(actor, id)).map(({ errorCode }) => errorCode);
    expect(codes).toEqual(Array.from({ length: LIMIT / 2 }, () => 'Cancelled'));
    const topics = (await environment.outboxRecords(id)).map(({ topic }) => topic);
    expect(topics).toEqual([batchCompleted.type]);
    expect(await environment.sql('SELECT 1 FROM batch_member WHERE batch_id = $1', [id])).toEqual([]);
  });

  it('that is cancelled while its last generations run is CANCELLED, too', async () => {
    const actor = newActor();
    const { id } = await createWith(actor, someProducts(actor, 2));
    await seen(actor, id, ({ counts }) => counts.running === 2);
    expect(await environment.gateway.request(cancelBatch, { actor, id })).toMatchObject({
      status: 'CANCELLED',
      counts: { failed: 2, cancelled: 0 },
    });
  });
});

describe('a request for a batch', () => {
  it('is answered once for each key', async () => {
    const actor = newActor();
    const ids = someProducts(actor, 2);
    const body = { products: { ids } };
    const { batch } = await create(actor, body, 'key');
    await workOff(actor, batch.id);
    catalogue.products.delete(`${actor.workspaceId}/${ids[0]}`);
    expect(await create(actor, body, 'key')).toEqual({ batch, replayed: true });
    expect(await errorOf(create(actor, {}, 'key'))).toMatchObject({ code: 'IdempotencyKeyReused' });
    const page = await environment.gateway.request(listBatches, { actor, limit: 10 });
    expect(page).toEqual({ batches: [await get(actor, batch.id)] });
    expect(await errorOf(get(newActor(), batch.id))).toMatchObject({ code: 'NotFound' });
    expect(await errorOf(get(actor, 'no-uuid'))).toMatchObject({ code: 'NotFound' });
  });

  it('passes filters and edits on, and is refused for products that are unknown, none or too many', async () => {
    const actor = newActor();
    const nothing = { code: 'InvalidArgument', target: 'products' };
    expect(await errorOf(create(actor, {}))).toMatchObject(nothing);
    const [known] = someProducts(actor, 1);
    const unknown = Array.from({ length: 30 }, newId);
    const refused = await errorOf(create(actor, { products: { ids: [known ?? '', ...unknown] } }));
    expect(refused).toMatchObject({ code: 'UnknownReference', target: 'products.ids[1]' });
    expect(refused.details).toHaveLength(20);
    const strangers = create(newActor(), { products: { ids: [known ?? ''] } });
    expect(await errorOf(strangers)).toMatchObject({ code: 'UnknownReference', target: 'products.ids[0]' });
    const filter = { brand: 'Fenwick' };
    const only = { skipEdited: true, skipAccepted: true };
    await create(actor, { applicationId: 'bullet-points', products: { filter, first: 5 }, ...only });
    expect(catalogue.choice).toMatchObject({
      from: { filter },
      most: 5,
      notEditedByPerson: ['features', 'feature'],
      withoutAccepted: 'bullet-points',
    });
    someProducts(actor, 10_001);
    expect(await errorOf(create(actor, {}))).toMatchObject({ ...nothing, target: 'products.first' });
    const named = create(actor, { inputs: { productId: known ?? '' } });
    expect(await errorOf(named)).toMatchObject({ code: 'InvalidArgument', target: 'inputs.productId' });
    const application = create(actor, { applicationId: 'poem' });
    expect(await errorOf(application)).toMatchObject({ code: 'UnknownReference', target: 'applicationId' });
    for (const code of ['Unavailable', 'TooManyRequests'] as const) {
      catalogue.error = new AppError(code, { retryAfter: 1 });
      expect(await errorOf(create(actor, {}))).toMatchObject({ code, retryAfter: 1 });
    }
  });

  it('that only asks for an estimate tells how many products there are and what they may cost, and keeps nothing', async () => {
    const actor = newActor();
    someProducts(actor, 40);
    const estimate = (model?: string) =>
      environment.gateway.request(estimateBatch, {
        actor,
        body: {
          applicationId: 'product-title',
          products: { filter: {} },
          ...(model ? { environment: { model } } : {}),
        },
      });
    const priced = await estimate('acme:large');
    const { inputTokens, outputTokens } = priced.estimate;
    expect(inputTokens).toBeGreaterThan(40 * 100);
    expect(outputTokens).toBeGreaterThan(40 * 10);
    expect(priced).toEqual({
      count: 40,
      estimate: { inputTokens, outputTokens, costMicros: Math.round(inputTokens * 2.5 + outputTokens * 10) },
    });
    expect((await estimate('acme:free')).estimate.costMicros).toBeNull();
    expect([(await estimate()).estimate.costMicros, catalogue.lookup?.holderId]).toEqual([0, actor.holderId]);
    expect(await environment.gateway.request(listBatches, { actor, limit: 10 })).toEqual({ batches: [] });
  });
});
