// Tests that the deliveries of one holder, or to one host, leave places for those of others.
import type { INestMicroservice } from '@nestjs/common';
import { createWebhook, rotateWebhookSecret, updateWebhook, type Actor } from '#contracts';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { until } from '#testing/until';
import { DeliveryDispatchStore } from '../src/deliveries/delivery-dispatch.store.ts';
import { queueFull } from '../src/metrics.ts';
import { idAt } from './feed-and-webhooks/ids.ts';
import { WebhookSteps, webhookUrl } from './feed-and-webhooks/webhook-steps.ts';
import { newActor, newEvent, NotificationsEnvironment } from './notifications-environment.ts';

/** Places of a worker: a holder, and a host, has two of them, and four wait in the queue. */
const PLACES = 8;

let environment: NotificationsEnvironment;
let app: INestMicroservice;
let steps: WebhookSteps;
beforeAll(async () => {
  environment = await NotificationsEnvironment.start();
});
beforeEach(async () => {
  app = await environment.startInstance({ WEBHOOK_PLACES: String(PLACES) });
  steps = new WebhookSteps(environment, app);
});
afterEach(async () => {
  await environment.superuser.query('DELETE FROM delivery; DELETE FROM webhook; DELETE FROM outbox');
});
afterAll(() => environment?.stop());

/** How many deliveries are in the queue or with workers, by a column. */
async function underWay(column: 'holder_id' | 'host' | 'workspace_id'): Promise<Record<string, number>> {
  const { rows } = await environment.superuser.query<{ key: string; count: number }>(
    `SELECT ${column} AS key, count(*)::int FROM delivery WHERE job_id IS NOT NULL GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

it('a holder with many webhooks in several workspaces has a quarter of the places', async () => {
  const holderId = newId();
  const flooding = [newActor(), newActor()].map((actor) => ({ ...actor, holderId }));
  const victim = newActor();
  for (const actor of flooding) for (let n = 0; n < 3; n += 1) await steps.newWebhook(actor);
  const webhook = await steps.newWebhook(victim);
  await steps.feed.keep(flooding.flatMap((actor) => Array.from({ length: 5 }, () => newEvent(actor))));
  await until('the holder has its share', async () => (await underWay('holder_id'))[holderId] === 2);
  expect(Object.values(await underWay('workspace_id'))).toEqual([1, 1]);
  await steps.happen(victim);
  await steps.report(await steps.take(webhook.id));
  expect(await underWay('holder_id')).toEqual({ [holderId]: 2 });
});

it('a webhook that is deleted gives no place back before its deliveries have ended', async () => {
  const actor = newActor();
  await steps.newWebhook(actor);
  await steps.happen(actor, 5);
  await until('the holder has its share', async () => (await underWay('holder_id'))[actor.workspaceId] === 2);
  await environment.superuser.query('DELETE FROM webhook');
  const { id } = await steps.newWebhook(actor);
  await steps.happen(actor);
  await until('the event is kept', async () => (await steps.deliveries(actor, id)).length === 1);
  await steps.dispatchNow();
  expect(await underWay('holder_id')).toEqual({ [actor.workspaceId]: 2 });
});

it('a host that many holders send to has a quarter of the places, which they share alike', async () => {
  const actors = [newActor(), newActor(), newActor()];
  for (const actor of actors) await steps.newWebhook(actor, { url: 'https://one.example.com/hooks' });
  await steps.feed.keep(actors.flatMap((actor) => Array.from({ length: 4 }, () => newEvent(actor))));
  await until('the host has its share', async () => (await underWay('host'))['one.example.com'] === 2);
  expect(Object.values(await underWay('holder_id'))).toEqual([1, 1]);
});

it('few deliveries wait in the queue, so that the next one is not behind many', async () => {
  const actors = Array.from({ length: 6 }, () => newActor());
  const webhooks = [];
  for (const actor of actors) webhooks.push(await steps.newWebhook(actor));
  for (const actor of actors) await steps.happen(actor);
  await until('four are queued', async () => Object.keys(await underWay('holder_id')).length === 4);
  await steps.dispatchNow();
  expect(Object.keys(await underWay('holder_id'))).toHaveLength(4);
  await until('the queue is told to be full', async () => (await queueFull.get()).values[0]!.value > 0);
  const queued: string[] = [];
  for (const { id } of webhooks) if ((await steps.queued(id)).length === 1) queued.push(id);
  for (const id of queued) await steps.take(id);
  await until('the rest follows', async () => Object.keys(await underWay('holder_id')).length === 6);
  await until('the queue is told to have room', async () => (await queueFull.get()).values[0]?.value === 0);
});

it('holders with more webhooks than one look can read leave a place for everybody else', async () => {
  const [victim, ...flooding] = Array.from({ length: 4 }, () => newId());
  // Each webhook has one delivery, and the last holder has the newest one. One statement adds all, as one look finds them.
  await environment.superuser.query(
    `WITH made AS (
       INSERT INTO webhook (workspace_id, id, url, types, enabled, holder_id, host, places, secret)
       SELECT gen_random_uuid(), gen_random_uuid(), '', '{product.created}', true, holder, gen_random_uuid(), 20, ''
       FROM unnest($1::uuid[]) AS holder, generate_series(1, 400) AS n WHERE holder <> $2 OR n = 1
       RETURNING *
     )
     INSERT INTO delivery (workspace_id, id, webhook_id, event_id, type, body, url, manual, due_at)
     SELECT workspace_id, ${idAt('now()')}, id, gen_random_uuid(), 'product.created', '', '', false,
       CASE WHEN holder_id = $2 THEN now() ELSE now() - interval '1 hour' END
     FROM made`,
    [[victim, ...flooding], victim],
  );
  await until('the queue is full', async () => Object.values(await underWay('workspace_id')).length === 4);
  const once = [victim, ...flooding].map((holder) => [holder, 1]);
  expect(await underWay('holder_id')).toEqual(Object.fromEntries(once));
});

it('a host to which more holders send than one look can read leaves candidates to other hosts', async () => {
  await environment.superuser.query(
    `WITH made AS (
       INSERT INTO webhook (workspace_id, id, url, types, enabled, holder_id, host, places, secret)
       SELECT gen_random_uuid(), gen_random_uuid(), '', '{product.created}', true, gen_random_uuid(),
         CASE n WHEN 1 THEN 'other' ELSE 'busy' END, 20, ''
       FROM generate_series(1, 1100) AS n RETURNING *
     )
     INSERT INTO delivery (workspace_id, id, webhook_id, event_id, type, body, url, manual, due_at)
     SELECT workspace_id, ${idAt('now()')}, id, gen_random_uuid(), 'product.created', '', '', false,
       CASE host WHEN 'other' THEN now() ELSE now() - interval '1 hour' END
     FROM made`,
  );
  const store = app.get(DeliveryDispatchStore, { strict: false });
  const look = (tx: Transaction) => store.findDue(tx, { holderIds: [], hosts: [] }, 2);
  const found = await app.get(Database, { strict: false }).asSystem(look);
  expect(found.map(({ host }) => host)).toEqual(['busy', 'busy', 'other']);
});

it('of several instances none gives a place that another one gives', async () => {
  const actor = newActor();
  for (let n = 0; n < 20; n += 1) await steps.newWebhook(actor);
  await steps.happen(actor);
  await until('the holder has its share', async () => (await underWay('holder_id'))[actor.workspaceId] === 2);
  await Promise.all(Array.from({ length: 5 }, () => steps.dispatchNow()));
  expect(await underWay('holder_id')).toEqual({ [actor.workspaceId]: 2 });
});

it('the webhooks of a workspace that goes to another holder count for that one after a change of any', async () => {
  const { gateway } = environment;
  const former = { ...newActor(), holderId: newId() };
  const { id } = await steps.newWebhook(former);
  await steps.newWebhook(former);
  const holders = async (): Promise<unknown[]> =>
    (await environment.superuser.query('SELECT DISTINCT holder_id AS id FROM webhook')).rows;
  const url = { url: webhookUrl(former), types: ['product.created' as const] };
  const changes = [
    (actor: Actor) => gateway.request(updateWebhook, { actor, id, body: { description: 'Ours' } }),
    (actor: Actor) => gateway.request(rotateWebhookSecret, { actor, id }),
    (actor: Actor) => gateway.request(createWebhook, { actor, body: url }),
  ];
  for (const change of changes) {
    const holderId = newId();
    await change({ ...former, holderId });
    expect(await holders()).toEqual([{ id: holderId }]);
    await gateway.request(updateWebhook, { actor: { ...former, holderId: undefined }, id, body: {} });
    expect(await holders()).toEqual([{ id: holderId }]); // a gateway of the release before does not say who it is
  }
  const last = newId();
  await changes[0]!({ ...former, holderId: last });
  await steps.happen(former);
  await until('the holder has its share', async () => (await underWay('holder_id'))[last] === 2);
  expect(await underWay('holder_id')).toEqual({ [last]: 2 });
});
