// Tests deliveries: made with their event, given to one worker at a time, tried again, ended, and found when they are lost.
import type { INestMicroservice } from '@nestjs/common';
import {
  createWebhook,
  deleteWebhook,
  FEED_TYPES,
  getWebhook,
  listDeliveries,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Actor,
  type Delivery,
  type DeliveryAttempt,
  type FeedEvent,
  type WebhookWithSecret,
} from '#contracts';
import { newId } from '#platform/context';
import { openRedis, type Redis } from '#platform/redis';
import { until } from '#testing/until';
import { DeliveryClaimsService } from '../src/deliveries/delivery-claims.service.ts';
import { DeliveryDispatchService } from '../src/deliveries/delivery-dispatch.service.ts';
import { FeedService } from '../src/feed/feed.service.ts';
import { newActor, newEvent, NotificationsEnvironment } from './notifications-environment.ts';

const URL = 'https://example.com/hook';
const FAILED: Omit<DeliveryAttempt, 'at'> = { ms: 12, statusCode: 503, error: 'StatusRefused' };

let environment: NotificationsEnvironment;
let app: INestMicroservice;
let claims: DeliveryClaimsService;
let redis: Redis;
beforeAll(async () => {
  environment = await NotificationsEnvironment.start();
  app = await environment.startInstance();
  claims = app.get(DeliveryClaimsService, { strict: false });
  redis = openRedis(environment.servers.redis.url, 'test');
}, 60_000);
afterAll(async () => {
  redis?.disconnect();
  await environment?.stop();
}, 60_000);

const sql = (text: string, values: unknown[] = []) => environment.superuser.query(text, values);

async function newWebhook(actor: Actor, changes: object = {}): Promise<WebhookWithSecret> {
  const body = { url: URL, types: [...FEED_TYPES], ...changes };
  return (await environment.gateway.request(createWebhook, { actor, body })).webhook;
}

/** Keeps events of an actor, as if they had come from the stream. */
function happen(actor: Actor, count = 1) {
  const events = Array.from({ length: count }, () => newEvent(actor));
  return app
    .get(FeedService, { strict: false })
    .keep(events)
    .then(() => events);
}

async function deliveries(actor: Actor, webhookId: string, query: object = {}): Promise<Delivery[]> {
  const input = { actor, webhookId, limit: 100, ...query };
  return (await environment.gateway.request(listDeliveries, input)).deliveries;
}

/** Ids of the deliveries of a webhook that are in the queue and with no worker. */
async function queued(webhookId: string): Promise<string[]> {
  const text = 'SELECT id FROM delivery WHERE webhook_id = $1 AND job_id IS NOT NULL AND worker IS NULL';
  return (await sql(text, [webhookId])).rows.map(({ id }: { id: string }) => id);
}

/** Takes the next delivery of a webhook from the queue, as a worker does. */
async function take(webhookId: string, worker = 'worker') {
  const deliveryId = await until('a delivery is in the queue', async () => (await queued(webhookId))[0]);
  const claim = await claims.claim({ deliveryId, worker });
  if (claim.state !== 'claimed') throw new Error(`The claim is answered ${claim.state}.`);
  return { deliveryId, ...claim };
}

const report = (
  { deliveryId, epoch }: { deliveryId: string; epoch: number },
  attempt: object = { ms: 3, statusCode: 204 },
): Promise<boolean> =>
  claims.report({ deliveryId, epoch, attempt: { at: 1_795_000_000, ms: 0, ...attempt } });

/** Lets the time pass until the next try, or until the worker or the job counts as lost. */
const pass = (deliveryId: string) =>
  sql(`UPDATE delivery SET due_at = now() - interval '1 second' WHERE id = $1`, [deliveryId]);

it('each enabled webhook that wants an event gets it once, as the feed shows it', async () => {
  const [ann, ben] = [newActor(), newActor()];
  const wanted = await newWebhook(ann);
  const unwanted = await newWebhook(ann, { types: ['import.completed'] });
  const disabled = await newWebhook(ann, { enabled: false });
  const [event] = await happen(ann);
  await happen(ben);
  await app.get(FeedService, { strict: false }).keep([event!]);
  const claim = await take(wanted.id);
  expect(claim).toMatchObject({ url: URL, eventId: event!.id, secrets: [wanted.secret], epoch: 1 });
  expect(JSON.parse(claim.body) as FeedEvent).toEqual((await environment.page(ann)).events[0]);
  expect(await report(claim, { ms: 3, statusCode: 204, response: 'thanks' })).toBe(true);
  expect(await deliveries(ann, wanted.id)).toEqual([
    {
      id: claim.deliveryId,
      eventId: event!.id,
      type: 'product.created',
      status: 'DELIVERED',
      attempts: [{ at: 1_795_000_000, ms: 3, statusCode: 204 }],
      request: { url: URL, body: claim.body },
      response: 'thanks',
      createdAt: expect.any(Number) as number,
    },
  ]);
  for (const { id } of [unwanted, disabled]) expect(await deliveries(ann, id)).toEqual([]);
  expect(await claims.claim({ deliveryId: claim.deliveryId, worker: 'late' })).toEqual({ state: 'nothing' });
});

it('a delivery is tried again after a failure, with the same event id, and is dead after the last try', async () => {
  const actor = newActor();
  const { id } = await newWebhook(actor);
  const [event] = await happen(actor);
  const look = async (): Promise<Delivery> => (await deliveries(actor, id))[0]!;
  for (let tries = 1; tries <= 11; tries += 1) {
    const claim = await take(id);
    expect(claim).toMatchObject({ eventId: event!.id, epoch: tries });
    await report(claim, FAILED);
    const { status, nextAttemptAt, attempts } = await look();
    expect(attempts).toHaveLength(tries);
    expect(status).toBe(tries === 11 ? 'DEAD' : 'PENDING');
    if (tries === 1) {
      const inSeconds = nextAttemptAt! - Date.now() / 1000;
      expect(inSeconds).toBeGreaterThan(2);
      expect(inSeconds).toBeLessThanOrEqual(6);
    }
    await pass(claim.deliveryId);
  }
  expect((await look()).nextAttemptAt).toBeUndefined();
  expect(await deliveries(actor, id, { status: 'DELIVERED' })).toEqual([]);
  expect(await deliveries(actor, id, { status: 'DEAD' })).toHaveLength(1);
});

it('only one worker has a delivery, and only its latest claim counts', async () => {
  const actor = newActor();
  const { id } = await newWebhook(actor);
  await happen(actor);
  const claim = await take(id);
  const { deliveryId } = claim;
  expect(await claims.claim({ deliveryId, worker: 'worker' })).toMatchObject({ epoch: 1 });
  expect(await claims.claim({ deliveryId, worker: 'other' })).toMatchObject({ state: 'busy' });
  await pass(deliveryId);
  await app.get(DeliveryDispatchService, { strict: false }).reconcile();
  expect((await deliveries(actor, id))[0]).toMatchObject({ attempts: [{ error: 'Interrupted' }] });
  expect(await report(claim, FAILED)).toBe(true); // the interruption was this try
  expect((await deliveries(actor, id))[0]!.attempts).toHaveLength(1);
  await pass(deliveryId);
  const second = await take(id, 'other');
  expect(second.epoch).toBe(2);
  expect(await report(claim)).toBe(false);
  expect(await report(second)).toBe(true);
  expect(await report(second)).toBe(true);
  const [delivery] = await deliveries(actor, id);
  expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: [{}, { statusCode: 204 }] });
});

it('a success that is reported late counts while no other worker has the delivery', async () => {
  const actor = newActor();
  const { id } = await newWebhook(actor);
  await happen(actor);
  const claim = await take(id);
  await pass(claim.deliveryId);
  await app.get(DeliveryDispatchService, { strict: false }).reconcile();
  expect(await report(claim)).toBe(true);
  expect((await deliveries(actor, id))[0]).toMatchObject({ status: 'DELIVERED' });
});

it('a job that the queue has lost is queued again, and one that waits there is not', async () => {
  const actor = newActor();
  const { id } = await newWebhook(actor);
  await happen(actor);
  const deliveryId = await until('it is queued', async () => (await queued(id))[0]);
  const isJob = (number: number): Promise<number> =>
    redis.exists(`bull:webhooks:hook-${deliveryId}-${number}`);
  await until('its job is in Redis', () => isJob(1));
  const dispatch = app.get(DeliveryDispatchService, { strict: false });
  await pass(deliveryId);
  await dispatch.reconcile();
  expect((await sql('SELECT dispatches FROM delivery WHERE id = $1', [deliveryId])).rows).toEqual([
    { dispatches: 1 },
  ]);
  await redis.flushall();
  await pass(deliveryId);
  await dispatch.reconcile();
  await until('it is queued again', () => isJob(2));
});

it('a webhook has a bounded number of deliveries in the queue, and few while it fails', async () => {
  const [actor, other] = [newActor(), newActor()];
  const { id } = await newWebhook(actor);
  const others = await newWebhook(other);
  await happen(actor, 30);
  await happen(other);
  await until('the other is queued too', async () => (await queued(others.id)).length === 1);
  expect(await queued(id)).toHaveLength(20);
  for (let n = 0; n < 20; n += 1) await report(await take(id), FAILED);
  await until('two are queued', async () => (await queued(id)).length === 2);
  await report(await take(id));
  await until('the rest is queued', async () => (await queued(id)).length === 9);
});

it('a receiver that answers 410 disables its webhook, and nothing is left to be tried', async () => {
  const actor = newActor();
  const { id } = await newWebhook(actor);
  await happen(actor, 22);
  const claim = await take(id);
  await report(claim, { statusCode: 410, error: 'StatusRefused' });
  expect(await deliveries(actor, id, { status: 'DEAD' })).toMatchObject([{ id: claim.deliveryId }]);
  expect(await environment.gateway.request(getWebhook, { actor, id })).toMatchObject({
    enabled: false,
    disabledReason: 'Gone',
  });
  const told = await until('the feed tells it', async () => {
    return (await environment.page(actor, { types: ['webhook.disabled'] })).events[0];
  });
  expect(told).toMatchObject({
    subject: id,
    data: { workspaceId: actor.workspaceId, webhookId: id, reason: 'Gone' },
  });
  for (const deliveryId of await queued(id))
    expect(await claims.claim({ deliveryId, worker: 'w' })).toEqual({ state: 'nothing' });
  await app.get(DeliveryDispatchService, { strict: false }).reconcile();
  await until('all are dead', async () => (await deliveries(actor, id, { status: 'DEAD' })).length === 22);
  const [newest] = await deliveries(actor, id);
  expect(newest!.attempts).toMatchObject([{ error: 'WebhookDisabled' }]);
  const { enabled, disabledReason } = await environment.gateway.request(updateWebhook, {
    actor,
    id,
    body: { enabled: true },
  });
  expect([enabled, disabledReason]).toEqual([true, undefined]);
});

it('a webhook is disabled after five days without a success', async () => {
  const actor = newActor();
  const { id } = await newWebhook(actor);
  await happen(actor, 3);
  const since = (time: string) => sql(`UPDATE webhook SET failing_since = ${time} WHERE id = $1`, [id]);
  const state = () => environment.gateway.request(getWebhook, { actor, id });
  await report(await take(id), FAILED);
  await since(`now() - interval '119 hours'`);
  await report(await take(id), FAILED);
  expect(await state()).toMatchObject({ enabled: true });
  await since(`now() - interval '121 hours'`);
  await report(await take(id), FAILED);
  expect(await state()).toMatchObject({ enabled: false, disabledReason: 'Failing' });
});

it('a test goes to a disabled webhook too, once for a key', async () => {
  const actor = newActor();
  const webhook = await newWebhook(actor, { enabled: false });
  const test = () =>
    environment.gateway.request(testWebhook, { actor, webhookId: webhook.id, idempotencyKey: 'once' });
  const [first, second] = [await test(), await test()];
  expect([first.replayed, second.replayed]).toEqual([false, true]);
  expect(second.delivery).toEqual(first.delivery);
  const claim = await take(webhook.id);
  expect(JSON.parse(claim.body)).toMatchObject({
    id: first.delivery.eventId,
    type: 'webhook.test',
    subject: webhook.id,
  });
  await report(claim);
  expect(await deliveries(actor, webhook.id)).toMatchObject([{ type: 'webhook.test', status: 'DELIVERED' }]);
  expect(await environment.ids(actor, { types: [...FEED_TYPES] })).toEqual([]);
});

it('a delivery that has ended is delivered again on demand, with the same event id', async () => {
  const actor = newActor();
  const { id: webhookId } = await newWebhook(actor);
  const [event] = await happen(actor);
  const first = await take(webhookId);
  const replay = () =>
    environment.gateway.request(replayDelivery, { actor, webhookId, id: first.deliveryId });
  expect(await replay()).toMatchObject({ status: 'PENDING', attempts: [] });
  await report(first);
  expect(await replay()).toMatchObject({ status: 'PENDING', attempts: [{ statusCode: 204 }] });
  const again = await take(webhookId);
  expect([again.deliveryId, again.eventId]).toEqual([first.deliveryId, event!.id]);
  await report(again);
  expect((await deliveries(actor, webhookId))[0]).toMatchObject({ status: 'DELIVERED', attempts: [{}, {}] });
});

it('after a rotation both secrets sign for a day', async () => {
  const actor = newActor();
  const webhook = await newWebhook(actor);
  const rotate = () =>
    environment.gateway.request(rotateWebhookSecret, { actor, id: webhook.id, idempotencyKey: 'r' });
  const [{ webhook: rotated }, again] = [await rotate(), await rotate()];
  expect(rotated.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(rotated.secret).not.toBe(webhook.secret);
  expect(rotated.previousSecretUntil! - Date.now() / 1000).toBeGreaterThan(86_000);
  expect([again.replayed, again.webhook.secret]).toEqual([true, undefined]);
  await happen(actor, 2);
  expect((await take(webhook.id)).secrets).toEqual([rotated.secret, webhook.secret]);
  await sql('UPDATE webhook SET previous_secret_until = now() WHERE id = $1', [webhook.id]);
  expect((await take(webhook.id)).secrets).toEqual([rotated.secret]);
  const { rows } = await sql('SELECT secret, previous_secret FROM webhook WHERE id = $1', [webhook.id]);
  expect(JSON.stringify(rows)).not.toContain('whsec_');
});

it('deliveries of a deleted webhook are tried no more', async () => {
  const actor = newActor();
  const { id } = await newWebhook(actor);
  await happen(actor, 25);
  const claim = await take(id);
  await environment.gateway.request(deleteWebhook, { actor, id });
  await expect(deliveries(actor, id)).rejects.toMatchObject({ code: 'NotFound' });
  expect(await report(claim, FAILED)).toBe(true);
  for (const deliveryId of await queued(id)) await claims.claim({ deliveryId, worker: 'w' });
  await app.get(DeliveryDispatchService, { strict: false }).reconcile();
  const text = `SELECT count(*)::int FROM delivery WHERE webhook_id = $1 AND status = 'PENDING'`;
  await until('none is left', async () => (await sql(text, [id])).rows[0].count === 0);
});

it('another workspace sees no webhook and no delivery', async () => {
  const [ann, ben] = [newActor(), newActor()];
  const { id } = await newWebhook(ann);
  await happen(ann);
  const { deliveryId } = await take(id);
  const other = await newWebhook(ben);
  const { gateway } = environment;
  for (const attempt of [
    () => gateway.request(getWebhook, { actor: ben, id }),
    () => gateway.request(updateWebhook, { actor: ben, id, body: { enabled: false } }),
    () => gateway.request(deleteWebhook, { actor: ben, id }),
    () => gateway.request(rotateWebhookSecret, { actor: ben, id }),
    () => gateway.request(testWebhook, { actor: ben, webhookId: id }),
    () => deliveries(ben, id),
    () => gateway.request(replayDelivery, { actor: ben, webhookId: id, id: deliveryId }),
    () => gateway.request(replayDelivery, { actor: ben, webhookId: other.id, id: deliveryId }),
    () => gateway.request(replayDelivery, { actor: ann, webhookId: id, id: newId() }),
    () => gateway.request(getWebhook, { actor: ann, id: 'no-uuid' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'NotFound' });
});
