// What the workspaces of one account get together: generations, the backlog, the places of the workers. Nobody else waits for it.
import assert from 'node:assert/strict';
import type { INestMicroservice } from '@nestjs/common';
import {
  claimGeneration,
  createBatch,
  createDataset,
  createExperiment,
  getBatch,
  type Actor,
  type Batch,
  type Dataset,
} from '#contracts';
import { newId } from '#platform/context';
import { BatchRoundsService } from '../src/batches/batch-rounds.service.ts';
import { GenerationAdmissionService } from '../src/queue/generation-admission.service.ts';
import { errorOf } from '#testing/answers';
import { GenerationsEnvironment, newActor, SUCCESS, waitUntil } from './generations-environment.ts';
import { productFor } from './stand-in-catalogue.ts';

/** RUNNING generations of a workspace; those of a holder are five times as many. */
const LIMIT = 4;
const BACKLOG_MAX = 12;

let environment: GenerationsEnvironment;
let app: INestMicroservice;
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  app = await environment.startInstance({
    MAX_RUNNING_GENERATIONS: String(LIMIT),
    BACKLOG_MAX: String(BACKLOG_MAX),
  });
});
afterAll(() => environment?.stop());
beforeEach(async () => {
  await environment.sql('DELETE FROM batch_member');
  await environment.sql('DELETE FROM batch');
  await environment.sql('DELETE FROM generation');
  await countLoad();
});

const countLoad = () => app.get(GenerationAdmissionService, { strict: false }).refresh();
/** Another workspace that the holder of this one holds. */
const sisterOf = ({ holderId }: Actor): Actor => ({ ...newActor(), holderId });
const begin = async (actor: Actor, count: number): Promise<Batch> => {
  const ids = Array.from({ length: count }, () => productFor(actor).id);
  const body = { applicationId: 'product-title', products: { ids } };
  return (await environment.gateway.request(createBatch, { actor, body })).batch;
};
const keep = async (actor: Actor): Promise<Dataset> => {
  const body = { name: 'Boards', products: { ids: [productFor(actor).id] } };
  return (await environment.gateway.request(createDataset, { actor, body })).dataset;
};
const compare = (actor: Actor, { id: datasetId }: Dataset) =>
  environment.gateway.request(createExperiment, {
    actor,
    body: { datasetId, applicationId: 'product-title', arms: [{ name: 'one' }, { name: 'two' }] },
  });
const countsOf = async (actor: Actor, { id }: Batch) =>
  (await environment.gateway.request(getBatch, { actor, id })).counts;
/** The RUNNING members of batches that wait, the first ones first. */
const waitingMembers = (): Promise<{ id: string; batch_id: string; workspace_id: string }[]> =>
  environment.sql(
    `SELECT id, batch_id, workspace_id FROM generation
     WHERE status = 'RUNNING' AND worker IS NULL AND batch_id IS NOT NULL ORDER BY id`,
  );
const end = async (id: string): Promise<void> => {
  await environment.finish(id, (await environment.claimSuccessfully(id)).epoch, SUCCESS);
};

it('all workspaces of a holder have five times as many generations as one, and nobody else loses a place', async () => {
  const [first, ...more] = Array.from({ length: 6 }, newActor) as [Actor, ...Actor[]];
  const own = [first, ...more.map(() => sisterOf(first))];
  for (const actor of own.slice(0, 5))
    for (let n = 0; n < LIMIT; n += 1) {
      const { id } = (await environment.create(actor)).generation;
      await environment.claimSuccessfully(id); // it waits no more, so the backlog is not full
    }
  const sixth = own.at(-1) ?? first;
  const refused = await errorOf(environment.create(sixth));
  expect(refused).toMatchObject({ code: 'QuotaExceeded', retryAfter: 5 });
  expect(refused.message).toContain(`At most ${5 * LIMIT} generations of all workspaces of an account`);
  expect(await errorOf(environment.create(sisterOf(first)))).toMatchObject({ code: 'QuotaExceeded' });
  expect(await environment.create(newActor())).toMatchObject({ replayed: false });
});

it('all workspaces of a holder have five times as many batches as one', async () => {
  const actor = newActor();
  await begin(actor, 1);
  const others = Array.from({ length: 5 }, () => sisterOf(actor));
  for (const [n, { workspaceId }] of others.entries())
    await environment.sql(
      `INSERT INTO batch (workspace_id, id, account_id, holder_id, request_id, application_id, application_name,
         application_version, inputs, environment, total, waiting)
       SELECT $1, id, $1, $2, 'r', 'product-title', 'Title', 1, '{}', '{"model":"offline:composer-1"}', 1, 1
       FROM unnest($3::uuid[]) AS id`,
      [workspaceId, actor.holderId, Array.from({ length: n === 0 ? 99 : 100 }, newId)],
    );
  const refused = await errorOf(begin(sisterOf(actor), 1));
  expect(refused).toMatchObject({ code: 'QuotaExceeded', retryAfter: 60 });
  expect(refused.message).toContain('At most 500 batches of all workspaces of an account');
  expect(await begin(newActor(), 1)).toMatchObject({ status: 'RUNNING' });
});

it('batches of many workspaces leave half of the backlog to single generations, none of which is refused', async () => {
  const owners = Array.from({ length: 6 }, newActor);
  for (const actor of owners) await begin(actor, 20);
  await waitUntil(async () => (await waitingMembers()).length === BACKLOG_MAX / 2);
  await countLoad();
  for (let n = 0; n < BACKLOG_MAX; n += 1) {
    expect(await environment.create(newActor())).toMatchObject({ replayed: false });
    await countLoad();
  }
  expect(await waitingMembers()).toHaveLength(BACKLOG_MAX / 2);
  // The first ones had two before the last one came: a place that gets free is for who has none.
  for (let n = 0; n < 3; n += 1) {
    const [most] = [...Map.groupBy(await waitingMembers(), (one) => one.workspace_id).values()].sort(
      (one, other) => other.length - one.length,
    );
    if (most && most.length > 1) await end(most[0]?.id ?? '');
    await countLoad();
    await waitUntil(async () => (await waitingMembers()).length === BACKLOG_MAX / 2);
  }
  expect(new Set((await waitingMembers()).map((one) => one.workspace_id)).size).toBe(6);
});

it('a batch of three does not wait for the end of a large one of its workspace', async () => {
  const actor = newActor();
  const large = await begin(actor, 50);
  await waitUntil(async () => (await waitingMembers()).length === LIMIT / 2);
  const small = await begin(actor, 3);
  while ((await countsOf(actor, small)).success < 3) {
    await waitUntil(async () => (await waitingMembers()).length > 0);
    for (const { id } of await waitingMembers()) await end(id);
  }
  expect((await countsOf(actor, large)).waiting).toBeGreaterThan(30);
});

it('batches that cannot go on keep no other of their workspace from its turns', async () => {
  const actor = newActor();
  const ids = Array.from({ length: 12 }, newId);
  await environment.sql(
    `INSERT INTO batch (workspace_id, id, account_id, holder_id, request_id, application_id, application_name,
       application_version, inputs, environment, total, waiting)
     SELECT $1, id, $1, $2, 'r', 'product-title', 'Title', 1, '{}', 'null', 1, 1
     FROM unnest($3::uuid[]) AS id`,
    [actor.workspaceId, actor.holderId, ids],
  );
  await begin(actor, 20);
  await waitUntil(async () => (await waitingMembers()).length === LIMIT / 2);
});

it('a batch has half of what an operator has set for the holder, and at least one place of it', async () => {
  const limited = (runningGenerations: number): Actor => ({ ...newActor(), limits: { runningGenerations } });
  const more = limited(2 * LIMIT + 2);
  const few = limited(1);
  await begin(more, 20);
  await begin(few, 2);
  const inQueue = async ({ workspaceId }: Actor) =>
    (await waitingMembers()).filter((one) => one.workspace_id === workspaceId).length;
  await waitUntil(async () => (await inQueue(more)) === LIMIT + 1 && (await inQueue(few)) === 1);
  await countLoad();
  await app.get(BatchRoundsService, { strict: false }).run();
  expect([await inQueue(more), await inQueue(few)]).toEqual([LIMIT + 1, 1]);
  for (const refused of [begin(limited(0), 1), environment.create(limited(0))])
    expect((await errorOf(refused)).message).toContain('lets no generation');
});

it('the deadline of a member runs from its first claim, however long it has waited', async () => {
  await begin(newActor(), 1);
  await waitUntil(async () => (await waitingMembers()).length === 1);
  const [member] = await waitingMembers();
  const { id } = member ?? { id: '' };
  await environment.sql(`UPDATE generation SET created_at = now() - interval '3 hours' WHERE id = $1`, [id]);
  const { remainingMs, epoch } = await environment.claimSuccessfully(id);
  expect(remainingMs).toBeGreaterThan(890_000);
  expect(remainingMs).toBeLessThanOrEqual(900_000);
  await environment.release({ generationId: id, epoch });
  await environment.sql(`UPDATE generation SET deadline_at = deadline_at - interval '60 s' WHERE id = $1`, [
    id,
  ]);
  expect((await environment.claimSuccessfully(id)).remainingMs).toBeLessThanOrEqual(840_000);
});

it('while others have single generations, the batches of a holder get half of the places of the workers', async () => {
  const actor = newActor();
  await Promise.all([begin(actor, 2), begin(sisterOf(actor), 2)]);
  await waitUntil(async () => (await waitingMembers()).length === 4);
  const process = { id: newId(), places: 4 };
  const claim = (generationId: string) =>
    environment.worker.request(claimGeneration, { generationId, worker: newId(), process });
  const [one, two, three] = (await waitingMembers()).map(({ id }) => id) as [string, string, string];
  const single = (await environment.create(newActor())).generation.id;
  await countLoad();
  // All at once, as when calls of one length end.
  const claims = await Promise.all([one, two, three].map(async (id) => ({ id, answer: await claim(id) })));
  const begun = claims.flatMap(({ id, answer }) =>
    answer.state === 'claimed' ? [{ id, epoch: answer.epoch }] : [],
  );
  expect(begun).toHaveLength(2);
  const held = { state: 'busy', retryAfterMs: 1000 };
  const last = claims.find(({ answer }) => answer.state === 'busy');
  assert(last);
  expect(last.answer).toEqual(held);
  expect(await claim(single)).toMatchObject({ state: 'claimed' });
  await countLoad();
  expect(await claim(last.id)).toEqual(held); // the next single one begins at once, too
  for (const { id, epoch } of begun) await environment.finish(id, epoch, SUCCESS);
  expect(await claim(last.id)).toMatchObject({ state: 'claimed' });
});

it.each<[string, string, (actor: Actor, dataset: Dataset) => Promise<unknown>]>([
  ['batches', 'batches', (actor) => begin(actor, 1)],
  ['experiments', 'batches', compare],
  ['datasets', 'datasets', keep],
])('of many %s that a holder asks for at once, one waits in the database', async (_, name, ask) => {
  const one = newActor();
  const dataset = await keep(one);
  const sister = sisterOf(one);
  const ofSister = await keep(sister);
  const lock = `hashtextextended('${name}-${one.holderId}', 0)`;
  await environment.sql(`SELECT pg_advisory_lock(${lock})`);
  const asked = Array.from({ length: 16 }, (__, n) =>
    n % 2 === 0 ? ask(one, dataset) : ask(sister, ofSister),
  );
  const all = Promise.allSettled(asked);
  // Its two halves; what is done meanwhile may wait for other locks.
  const waits = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND (classid::bigint << 32 | objid::bigint) = ${lock}`;
  await waitUntil(async () => (await environment.sql(waits)).length > 0);
  const stranger = newActor();
  await ask(stranger, await keep(stranger));
  expect(await environment.sql(waits)).toHaveLength(1);
  await environment.sql(`SELECT pg_advisory_unlock(${lock})`);
  expect((await all)[0]).toMatchObject({ status: 'fulfilled' });
});
