// What the budget of a workspace stops and when, and how what it has spent is counted.
import { type AppError, CHANGED, listSpending, workspaceChanged, type Actor } from '#contracts';
import {
  errorOf,
  GenerationsEnvironment,
  newActor,
  PRICED_MODELS,
  SUCCESS,
  waitUntil,
} from './generations-environment.ts';
import { auth } from './stand-in-auth.ts';

const PRICED = { environment: { model: 'acme:large' } };
const USAGE = { inputTokens: 1000, outputTokens: 100, calls: 1 };
const OUTCOME = { ...SUCCESS, usage: USAGE };
/** Cost of USAGE: 1000 tokens at 2.5 and 100 at 10 micro-units. */
const COST = 3500;
const SPENT = { code: 'QuotaExceeded', target: 'environment.model' };

let environment: GenerationsEnvironment;
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  await environment.startInstance(PRICED_MODELS);
}, 60_000);
afterAll(() => environment?.stop(), 60_000);
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
    const [known, unknown] = [personWith(0), personWith(0)];
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
});

it('what a workspace has spent is the sum of its ledger, also when many attempts end at once and reports are repeated', async () => {
  const [actor, other] = [newActor(), newActor()];
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
