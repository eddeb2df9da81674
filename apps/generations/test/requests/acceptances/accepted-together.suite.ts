// Requests of a workspace that come at the same moment: they are accepted together, and each has its own answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor, AppError, GenerationRequest } from '#contracts';
import { newId, withContext } from '#platform/context';
import { errorOf } from '#testing/answers';
import { HeldInserts } from '#testing/schema';
import { GenerationsService } from '../../../src/intake/generations.service.ts';
import { newActor, waitUntil } from '../../generations-environment.ts';
import { productFor } from '../../stand-in-catalogue.ts';
import { app, environment } from '../../suite-environment.ts';

/** Asks one instance, whose requests alone go together. */
const createIn = (actor: Actor, body: Partial<GenerationRequest>, key?: string) =>
  app
    .get(GenerationsService, { strict: false })
    .create(actor, { applicationId: 'product-title', ...body }, key);
const create = (actor: Actor, body: Partial<GenerationRequest>, key?: string, requestId = newId()) =>
  withContext({ requestId }, () => createIn(actor, body, key));

/** The jobs that dispatch these generations. */
async function jobsOf(ids: readonly string[]) {
  const records = await Promise.all(ids.map((id) => environment.outboxRecords(id)));
  return records
    .flatMap((all) => all.filter(({ topic }) => topic === 'generations'))
    .map(({ payload }) => payload);
}

it('requests share transactions, and each has its own generation and job', async () => {
  const actor = newActor();
  const requests = Array.from({ length: 14 }, (_, i) => ({
    requestId: newId(),
    key: i % 2 === 0 ? undefined : `key ${i}`,
    manual: i % 3 === 0,
  }));
  const answers = await Promise.all(
    requests.map(({ requestId, key, manual }) => create(actor, { manual }, key, requestId)),
  );
  const ids = answers.map(({ generation }) => generation.id);
  const rows = await environment.sql<{ id: string; transaction: string; request_id: string }>(
    'SELECT id, xmin::text AS transaction, request_id FROM generation WHERE workspace_id = $1',
    [actor.workspaceId],
  );
  expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThanOrEqual(7);
  const jobs = await jobsOf(ids);
  expect(jobs.map((job) => job.envelope?.context.requestId)).toEqual(
    requests.map(({ requestId }) => requestId),
  );
});

it('requests take turns with those of another workspace of their holder', async () => {
  const actor = newActor();
  const sister = { ...newActor(), holderId: actor.holderId };
  await Promise.all(Array.from({ length: 5 }, () => create(sister, {})));
  const answers = await Promise.all(Array.from({ length: 4 }, () => create(actor, {})));
  const jobs = await jobsOf(answers.map(({ generation }) => generation.id));
  const priorities = jobs.map(({ priority = 0 }) => priority).sort((a, b) => a - b);
  // Two steps of 4 from each to the next: one for the generation of the sister before it.
  expect(priorities.map((priority) => priority - priorities[0]!)).toEqual([0, 8, 16, 24]);
});

it('requests that find no room are refused, and the others are not; a refused key is free again', async () => {
  const actor = { ...newActor(), limits: { runningGenerations: 3 } };
  const keys = Array.from({ length: 8 }, (_, i) => `key ${i}`);
  const answers = await Promise.all(
    keys.map((key) => create(actor, {}, key).catch((error: AppError) => error.code)),
  );
  const refused = keys.filter((_key, i) => answers[i] === 'QuotaExceeded');
  expect(refused).toHaveLength(5);
  const accepted = answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer.generation.id]));
  for (const id of accepted) await environment.cancel(actor, id);
  const again = new Map<string, boolean>();
  await waitUntil(async () => {
    for (const key of keys.filter((one) => !again.has(one) && again.size < 6))
      await create(actor, {}, key).then(
        ({ replayed }) => again.set(key, replayed),
        () => undefined,
      );
    return again.size >= 6;
  });
  expect([...again].every(([key, replayed]) => replayed === !refused.includes(key))).toBe(true);
});

describe('a request whose caller has left while it waited for others', () => {
  const inserts = new HeldInserts('generation', (text) => environment.sql(text));
  beforeAll(() => inserts.begin());
  afterAll(() => inserts.end());

  it('writes nothing, and those that wait with it are accepted', async () => {
    const actor = newActor();
    const deadline = performance.now() + 500;
    let waiting: Promise<PromiseSettledResult<{ generation: { id: string } }>[]> | undefined;
    const hold = () => create(actor, {}, 'key');
    const { generation } = await inserts.holding(hold, async () => {
      const left = withContext({ requestId: newId(), deadline }, () => createIn(actor, {}));
      waiting = Promise.allSettled([left, create(actor, {})]);
      await sleep(600);
    });
    const answers = await waiting!;
    expect(answers).toMatchObject([
      { reason: { code: 'UpstreamTimeout' } },
      { value: { generation: { id: expect.any(String) } } },
    ]);
    const rows = await environment.sql('SELECT id FROM generation WHERE workspace_id = $1', [
      actor.workspaceId,
    ]);
    const ids = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.generation.id] : []));
    expect(new Set(rows.map(({ id }) => id as string))).toEqual(new Set([generation.id, ...ids]));
  });
});

it('requests with the same key are one, unless they ask for something else', async () => {
  const actor = newActor();
  const [other, ...same] = await Promise.all([
    errorOf(create(actor, { manual: true }, 'key')).catch(() => undefined),
    ...Array.from({ length: 6 }, () => create(actor, {}, 'key').catch((error: AppError) => error)),
  ]);
  const rows = await environment.sql('SELECT id, manual FROM generation WHERE workspace_id = $1', [
    actor.workspaceId,
  ]);
  expect(rows).toHaveLength(1);
  if (rows[0]?.['manual']) expect(same).toMatchObject(Array(6).fill({ code: 'IdempotencyKeyReused' }));
  else {
    expect(other).toMatchObject({ code: 'IdempotencyKeyReused' });
    expect(same).toMatchObject(Array(6).fill({ generation: { id: rows[0]?.['id'] } }));
  }
});

it('requests about products are each about their own, also where these do not fit into one answer', async () => {
  const actor = newActor();
  const products = Array.from({ length: 12 }, (_, i) => productFor(actor, { title: `Oak Board ${i}` }));
  const about = (productId: string) => create(actor, { inputs: { productId } });
  const unknown = errorOf(about(newId()));
  const answers = await Promise.all(products.map(({ id }) => about(id)));
  expect(answers.map(({ generation }) => [generation.productId, generation.productTitle])).toEqual(
    products.map(({ id, title }) => [id, title]),
  );
  expect(await unknown).toMatchObject({ code: 'UnknownReference', target: 'inputs.productId' });
});
