// What the budget of a workspace stops and when, and how what it has spent is counted.
import {
  type AppError,
  CHANGED,
  createBatch,
  estimateBatch,
  getBatch,
  listSpending,
  previewGeneration,
  workspaceChanged,
  type Actor,
  type Batch,
  type BatchSubmission,
} from '#contracts';
import { errorOf } from '#testing/answers';
import {
  GenerationsEnvironment,
  newActor,
  PRICED_MODELS,
  SUCCESS,
  waitUntil,
} from './generations-environment.ts';
import { auth } from './stand-in-auth.ts';
import { productFor } from './stand-in-catalogue.ts';

// With a marketplace, because that of a workspace is not known while auth is away.
const PRICED = { environment: { model: 'acme:large', marketplace: 'US' } } as const;
const USAGE = { inputTokens: 1000, outputTokens: 100, calls: 1 };
const OUTCOME = { ...SUCCESS, usage: USAGE };
/** Cost of USAGE: 1000 tokens at 2.5 and 100 at 10 micro-units. */
const COST = 3500;
const SPENT = { code: 'QuotaExceeded', target: 'environment.model' };

let environment: GenerationsEnvironment;
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  await environment.startInstance(PRICED_MODELS);
});
afterAll(() => environment?.stop());
afterEach(() => auth.release());

function personWith(budget: number): Actor {
  const actor = newActor();
  auth.budgets.set(actor.workspaceId, budget);
  return actor;
}

function change({ workspaceId }: Actor, budget: number | undefined): void {
  if (budget === undefined) auth.budgets.delete(workspaceId);
  else auth.budgets.set(workspaceId, budget);
  environment.auth.notify(workspaceChanged, CHANGED, { workspaceId });
}

const refusalOf = (actor: Actor) => errorOf(environment.create(actor, PRICED));
const isRefused = (actor: Actor): Promise<boolean> =>
  environment.create(actor, PRICED).then(
    () => false,
    (error: AppError) => error.target === SPENT.target,
  );
const spentBy = async (...actors: Actor[]): Promise<number[]> => {
  const [actor = newActor()] = actors;
  const workspaceIds = actors.map(({ workspaceId }) => workspaceId);
  return (await environment.gateway.request(listSpending, { actor, workspaceIds })).spentMicros;
};

describe('the budget of a workspace', () => {
  it('admits priced models until exactly it is spent, and what runs then ends', async () => {
    const actor = personWith(2 * COST);
    const first = await environment.createEnded(actor, OUTCOME, PRICED);
    const { id: second } = (await environment.create(actor, PRICED, 'second')).generation;
    const { id: third } = (await environment.create(actor, PRICED)).generation;
    expect(await spentBy(actor)).toEqual([COST]);
    for (const id of [second, third]) {
      await environment.finish(id, (await environment.claimSuccessfully(id)).epoch, OUTCOME);
      expect(await refusalOf(actor)).toMatchObject({ ...SPENT, retryAfter: expect.any(Number) });
    }
    expect(await spentBy(actor)).toEqual([3 * COST]);
    expect(await environment.get(actor, third)).toMatchObject({ status: 'SUCCESS' });
    expect(await errorOf(environment.retry(actor, first))).toMatchObject(SPENT);
    expect(await environment.create(actor, PRICED, 'second')).toMatchObject({ replayed: true });
  });

  it('has an estimate of what a cancelled attempt used, because its model is paid for that', async () => {
    const actor = personWith(1);
    const { id } = (await environment.create(actor, PRICED)).generation;
    await environment.claimSuccessfully(id);
    await environment.cancel(actor, id);
    const { usage } = await environment.get(actor, id);
    expect(usage).toMatchObject({ partial: true, costMicros: expect.any(Number) });
    expect(await spentBy(actor)).toEqual([usage?.costMicros]);
    expect(await refusalOf(actor)).toMatchObject(SPENT);
  });

  it('never stops models that cost nothing', async () => {
    const actor = personWith(0);
    expect(await refusalOf(actor)).toMatchObject({ ...SPENT, retryAfter: undefined });
    for (const model of ['acme:free', 'offline:composer-1']) {
      const id = await environment.createEnded(actor, OUTCOME, { environment: { model } });
      expect(await environment.retry(actor, id)).toMatchObject({ replayed: false });
    }
    expect(await spentBy(actor)).toEqual([0]);
  });

  it('counts each month anew', async () => {
    const actor = personWith(COST);
    await environment.createEnded(actor, OUTCOME, PRICED);
    expect(await refusalOf(actor)).toMatchObject(SPENT);
    const { workspaceId } = actor;
    await environment.sql(`UPDATE spending SET month = month - interval '1 month' WHERE workspace_id = $1`, [
      workspaceId,
    ]);
    expect(await spentBy(actor)).toEqual([0]);
    await environment.createEnded(actor, OUTCOME, PRICED);
    expect(await refusalOf(actor)).toMatchObject(SPENT);
  });

  it('is asked for once, until auth says that it has changed', async () => {
    const actor = personWith(1);
    const { requests } = auth;
    for (let n = 0; n < 5; n += 1) await environment.create(actor, PRICED);
    expect(auth.requests).toBe(requests + 1);
    change(actor, 0);
    await waitUntil(() => isRefused(actor));
    change(actor, undefined);
    await waitUntil(async () => !(await isRefused(actor)));
    expect(auth.requests).toBe(requests + 3);
  });

  it('counts as it was last known while auth does not answer, and not at all where it never was', async () => {
    const known = personWith(0);
    const unknown = personWith(0);
    expect(await refusalOf(known)).toMatchObject(SPENT);
    auth.holdAnswers();
    const { requests } = auth;
    change(known, 1);
    await waitUntil(async () => (await isRefused(known)) && auth.requests > requests);
    expect(await environment.create(unknown, PRICED)).toMatchObject({ replayed: false });
    auth.release();
    await waitUntil(() => isRefused(unknown));
    await waitUntil(async () => !(await isRefused(known)));
  });

  it('stops nothing that is only computed', async () => {
    const actor = personWith(0);
    const body = { applicationId: 'product-title', ...PRICED };
    const products = { ids: [productFor(actor).id] };
    const estimate = environment.gateway.request(estimateBatch, { actor, body: { ...body, products } });
    expect(await estimate).toMatchObject({ count: 1 });
    const preview = { actor, id: 'product-title', body: PRICED };
    expect(await environment.gateway.request(previewGeneration, preview)).toMatchObject({
      messages: expect.any(Array),
    });
  });
});

it('what a workspace has spent is the sum of its ledger, also when many attempts end at once and reports are repeated', async () => {
  const actor = newActor();
  const other = newActor();
  const ids: string[] = [];
  while (ids.length < 12) ids.push((await environment.create(actor, PRICED)).generation.id);
  const end = async (id: string): Promise<void> => {
    const lost = await environment.claimSuccessfully(id, 'w1');
    const attempt = { generationId: id, epoch: lost.epoch, usage: USAGE, errorCode: 'ModelTimeout' } as const;
    await Promise.all([environment.release(attempt), environment.release(attempt)]);
    const { epoch } = await environment.claimSuccessfully(id, 'w2');
    await Promise.all([environment.finish(id, epoch, OUTCOME), environment.finish(id, epoch, OUTCOME)]);
  };
  await Promise.all(ids.map(end));
  await environment.createEnded(other, OUTCOME, PRICED);
  const [{ sum } = { sum: 0 }] = await environment.sql<{ sum: number }>(
    'SELECT sum(cost_micros)::int FROM invocation WHERE workspace_id = $1',
    [actor.workspaceId],
  );
  expect(sum).toBe(2 * ids.length * COST);
  expect(await spentBy(actor, newActor(), other)).toEqual([sum, 0, COST]);
});

describe('the money of a batch', () => {
  const create = (actor: Actor, more: Partial<BatchSubmission> = {}) =>
    environment.gateway.request(createBatch, {
      actor,
      body: { applicationId: 'product-title', products: { filter: {} }, ...PRICED, ...more },
    });
  const runningOf = (batchId: string) =>
    environment.sql<{ id: string }>(
      `SELECT id FROM generation WHERE batch_id = $1 AND status = 'RUNNING' ORDER BY id`,
      [batchId],
    );
  const ended = ({ counts }: Batch): number => counts.success + counts.failed;

  /** Makes a batch of 12 products, and ends its generations as they begin, until the batch has ended. */
  async function run(
    actor: Actor,
    more: Partial<BatchSubmission> = {},
  ): Promise<Batch & { atOnce: number[] }> {
    for (let n = 0; n < 12; n += 1) productFor(actor);
    const { id } = (await create(actor, more)).batch;
    const atOnce: number[] = [];
    let batch!: Batch;
    for (;;) {
      await waitUntil(async () => {
        batch = await environment.gateway.request(getBatch, { actor, id });
        return batch.status !== 'RUNNING' || batch.counts.running > 0;
      });
      if (batch.status !== 'RUNNING') return { ...batch, atOnce };
      const running = await runningOf(id);
      atOnce.push(running.length);
      for (const one of running) {
        const { epoch } = await environment.claimSuccessfully(one.id);
        await environment.finish(one.id, epoch, OUTCOME);
      }
      expect(ended(batch) + batch.counts.waiting + batch.counts.running).toBe(12);
    }
  }

  it('is spent up to its limit, and what it does not suffice for never begins', async () => {
    const batch = await run(newActor(), { maxCostMicros: 5 * COST });
    expect(batch).toMatchObject({
      status: 'PARTIAL',
      stopReason: 'MaxCostReached',
      maxCostMicros: 5 * COST,
      counts: { total: 12, waiting: 0, running: 0, success: 5, failed: 0, cancelled: 7 },
      usage: { costMicros: 5 * COST, currency: 'EUR' },
      atOnce: [4, 1],
    });
  });

  it('is that of the budget, too', async () => {
    const batch = await run(personWith(5 * COST - 1), { maxCostMicros: 100 * COST });
    expect(batch).toMatchObject({
      status: 'PARTIAL',
      stopReason: 'BudgetExceeded',
      counts: { success: 5, cancelled: 7 },
    });
    expect(await errorOf(create(personWith(0)))).toMatchObject({ code: 'InvalidArgument' }); // no products
    const broke = personWith(0);
    productFor(broke);
    expect(await errorOf(create(broke))).toMatchObject(SPENT);
    expect(await create(broke, { environment: { model: 'offline:composer-1' } })).toMatchObject({
      replayed: false,
    });
  });

  it('that is spent elsewhere ends what no worker has begun as BudgetExceeded', async () => {
    const actor = personWith(1000 * COST);
    for (let n = 0; n < 12; n += 1) productFor(actor);
    const { id } = (await create(actor)).batch;
    await waitUntil(async () => (await runningOf(id)).length === 4);
    const [first] = await runningOf(id);
    const { epoch } = await environment.claimSuccessfully(first?.id ?? '');
    change(actor, 0);
    const read = () => environment.gateway.request(getBatch, { actor, id });
    await waitUntil(async () => (await read()).counts.waiting === 0);
    expect(await read()).toMatchObject({
      status: 'RUNNING',
      stopReason: 'BudgetExceeded',
      counts: { running: 1, failed: 3, cancelled: 8 },
    });
    expect(await environment.finish(first?.id ?? '', epoch, OUTCOME)).toBe(true);
    expect(await read()).toMatchObject({ status: 'PARTIAL', counts: { success: 1 } });
    const codes = await environment.sql(
      `SELECT DISTINCT error_code FROM generation WHERE batch_id = $1 AND status = 'FAILED'`,
      [id],
    );
    expect(codes).toEqual([{ error_code: 'BudgetExceeded' }]);
  });

  it('has an estimate of its cancelled attempts, which stops it, until these tell what they used', async () => {
    const actor = newActor();
    for (let n = 0; n < 12; n += 1) productFor(actor);
    const { id } = (await create(actor, { maxCostMicros: 100 })).batch;
    await waitUntil(async () => (await runningOf(id)).length === 4);
    const [first] = await runningOf(id);
    const { epoch } = await environment.claimSuccessfully(first?.id ?? '');
    await environment.cancel(actor, first?.id ?? '');
    const read = () => environment.gateway.request(getBatch, { actor, id });
    await waitUntil(async () => (await read()).status !== 'RUNNING');
    expect(await read()).toMatchObject({
      stopReason: 'MaxCostReached',
      usage: { outputTokens: null, calls: 1, partial: true, costMicros: expect.any(Number) },
    });
    await environment.release({ generationId: first?.id ?? '', epoch, usage: USAGE, errorCode: 'Cancelled' });
    expect((await read()).usage).toEqual({ ...USAGE, costMicros: COST, currency: 'EUR' });
  });

  it('of 0 stops it at once, and none can be given for a model without a price', async () => {
    expect(await run(newActor(), { maxCostMicros: 0 })).toMatchObject({
      status: 'CANCELLED',
      stopReason: 'MaxCostReached',
      counts: { success: 0, cancelled: 12 },
    });
    const actor = newActor();
    productFor(actor);
    const unpriced = { environment: { model: 'acme:free' }, maxCostMicros: 1 };
    expect(await errorOf(create(actor, unpriced))).toMatchObject({
      code: 'InvalidArgument',
      target: 'maxCostMicros',
    });
  });
});
