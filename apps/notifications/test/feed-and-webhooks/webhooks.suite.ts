// Tests webhooks: their secrets, tests and replays, their end, and who sees them.
import type { INestMicroservice } from '@nestjs/common';
import { Client } from 'pg';
import {
  createWebhook,
  deleteWebhook,
  FEED_TYPES,
  getWebhook,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Actor,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { plansOf, rowsRead } from '#testing/plans';
import { until } from '#testing/until';
import type { Config } from '../../src/config.ts';
import { NotificationsErasureService } from '../../src/operations/notifications-erasure.service.ts';
import { WebhookSecretsService } from '../../src/webhooks/webhook-secrets.service.ts';
import { WebhooksService } from '../../src/webhooks/webhooks.service.ts';
import { newActor, WEBHOOKS_SECRET } from '../notifications-environment.ts';
import { app, environment } from '../suite-environment.ts';
import { idAt } from './ids.ts';
import { sql, steps } from './suite-steps.ts';
import { FAILED, WebhookSteps, webhookUrl } from './webhook-steps.ts';

it('a test goes to a disabled webhook too, once for a key', async () => {
  const actor = newActor();
  const webhook = await steps.newWebhook(actor, { enabled: false });
  const test = () =>
    environment.gateway.request(testWebhook, { actor, webhookId: webhook.id, idempotencyKey: 'once' });
  const first = await test();
  const second = await test();
  expect([first.replayed, second.replayed]).toEqual([false, true]);
  expect(second.delivery).toEqual(first.delivery);
  const claim = await steps.take(webhook.id);
  expect(JSON.parse(claim.body)).toMatchObject({
    id: first.delivery.eventId,
    type: 'webhook.test',
    subject: webhook.id,
  });
  await steps.report(claim);
  expect(await steps.deliveries(actor, webhook.id)).toMatchObject([
    { type: 'webhook.test', status: 'DELIVERED' },
  ]);
  expect(await environment.ids(actor, { types: [...FEED_TYPES] })).toEqual([]);
});

it('a delivery that has ended is delivered again on demand, with the same event id', async () => {
  const actor = newActor();
  const { id: webhookId } = await steps.newWebhook(actor);
  const [event] = await steps.happen(actor);
  const first = await steps.take(webhookId);
  const replay = () =>
    environment.gateway.request(replayDelivery, { actor, webhookId, id: first.deliveryId });
  expect(await replay()).toMatchObject({ status: 'PENDING', attempts: [] });
  await steps.report(first);
  expect(await replay()).toMatchObject({ status: 'PENDING', attempts: [{ statusCode: 204 }] });
  const again = await steps.take(webhookId);
  expect([again.deliveryId, again.eventId]).toEqual([first.deliveryId, event!.id]);
  await steps.report(again);
  expect((await steps.deliveries(actor, webhookId))[0]).toMatchObject({
    status: 'DELIVERED',
    attempts: [{}, {}],
  });
});

it('a repeat with its key gets the first answer, also when its URL would be refused by now', async () => {
  const actor = newActor();
  const body = { url: webhookUrl(actor), types: [...FEED_TYPES], enabled: true };
  const create = (key: string) => app.get(WebhooksService, { strict: false }).create(actor, body, key);
  const first = await create('key');
  const { WEBHOOK_PORTS } = app.get<Config>(CONFIG, { strict: false });
  const ports = WEBHOOK_PORTS.splice(0, Infinity, '8443');
  try {
    const { secret: _, ...shown } = first.webhook;
    expect(await create('key')).toEqual({ webhook: shown, replayed: true });
    await expect(create('other')).rejects.toMatchObject({ code: 'InvalidArgument', target: 'url' });
  } finally {
    WEBHOOK_PORTS.splice(0, Infinity, ...ports);
  }
});

it('after a rotation both secrets sign for a day', async () => {
  const actor = newActor();
  const webhook = await steps.newWebhook(actor);
  const rotate = () =>
    environment.gateway.request(rotateWebhookSecret, { actor, id: webhook.id, idempotencyKey: 'r' });
  const { webhook: rotated } = await rotate();
  const again = await rotate();
  expect(rotated.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(rotated.secret).not.toBe(webhook.secret);
  expect(rotated.previousSecretUntil! - Date.now() / 1000).toBeGreaterThan(86_000);
  expect([again.replayed, again.webhook.secret]).toEqual([true, undefined]);
  await steps.happen(actor, 2);
  expect((await steps.take(webhook.id)).secrets).toEqual([rotated.secret, webhook.secret]);
  await sql('UPDATE webhook SET previous_secret_until = now() WHERE id = $1', [webhook.id]);
  expect((await steps.take(webhook.id)).secrets).toEqual([rotated.secret]);
  const { rows } = await sql('SELECT secret, previous_secret FROM webhook WHERE id = $1', [webhook.id]);
  expect(JSON.stringify(rows)).not.toContain('whsec_');
});

it('a further rotation within the day replaces the new secret alone: receivers may know the previous one only', async () => {
  const actor = newActor();
  const { id, secret } = await steps.newWebhook(actor);
  const rotate = async () => (await environment.gateway.request(rotateWebhookSecret, { actor, id })).webhook;
  const first = await rotate();
  await sql(
    `UPDATE webhook SET previous_secret_until = previous_secret_until - interval '23 hours' WHERE id = $1`,
    [id],
  );
  const second = await rotate();
  expect(second.previousSecretUntil).toBe(first.previousSecretUntil! - 23 * 3600);
  await steps.happen(actor, 2);
  expect((await steps.take(id)).secrets).toEqual([second.secret, secret]);
  await sql('UPDATE webhook SET previous_secret_until = now() WHERE id = $1', [id]);
  const third = await rotate();
  expect(third.previousSecretUntil! - Date.now() / 1000).toBeGreaterThan(86_000);
  expect((await steps.take(id)).secrets).toEqual([third.secret, second.secret]);
});

it('the key of stored secrets can be changed: both are read meanwhile, and what had the old one gets the new one', async () => {
  const actor = newActor();
  const { id, secret } = await steps.newWebhook(actor);
  const rotated = await environment.gateway.request(rotateWebhookSecret, { actor, id, idempotencyKey: 'r' });
  const secrets = [rotated.webhook.secret, secret];
  const next = 'the next key of stored secrets, which is as long';
  const knowing = async (key: string, other: string): Promise<INestMicroservice> =>
    environment.startInstance({ WEBHOOKS_SECRET: key, WEBHOOKS_SECRET_OTHER: other });
  const old = await knowing(WEBHOOKS_SECRET, next);
  const changed = await knowing(next, WEBHOOKS_SECRET);
  const signedWith = async (app: INestMicroservice): Promise<string[]> => {
    await steps.happen(actor);
    return (await new WebhookSteps(environment, app).take(id)).secrets;
  };
  expect([await signedWith(old), await signedWith(changed)]).toEqual([secrets, secrets]);
  const resealing = changed.get(WebhookSecretsService, { strict: false });
  await resealing.reseal();
  await resealing.reseal();
  expect([await signedWith(old), await signedWith(changed)]).toEqual([secrets, secrets]);
  await expect(signedWith(app)).rejects.toThrow();
  await old.get(WebhookSecretsService, { strict: false }).reseal(); // back to the key of the other tests
  expect(await signedWith(app)).toEqual(secrets);
  await Promise.all([old, changed].map((one) => environment.stopInstance(one)));
});

it('another URL of a webhook answers for no failure and no slowness of the former one', async () => {
  const actor = newActor();
  const { id, url } = await steps.newWebhook(actor);
  const record = async (): Promise<unknown> => {
    const text = 'SELECT failing_since IS NOT NULL AS fails, places FROM webhook WHERE id = $1';
    return (await sql(text, [id])).rows[0];
  };
  const update = (body: object) => environment.gateway.request(updateWebhook, { actor, id, body });
  await steps.happen(actor);
  await steps.report(await steps.take(id), { ...FAILED, ms: 14_000 });
  await update({ url, description: 'The same receiver' });
  expect(await record()).toEqual({ fails: true, places: 10 });
  await update({ url: `${url}/moved` });
  expect(await record()).toEqual({ fails: false, places: 20 });
});

it('deliveries of a deleted webhook are tried no more', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await steps.happen(actor, 25);
  const claim = await steps.take(id);
  await environment.gateway.request(deleteWebhook, { actor, id });
  await expect(steps.deliveries(actor, id)).rejects.toMatchObject({ code: 'NotFound' });
  expect(await steps.report(claim, FAILED)).toBe(true);
  for (const deliveryId of await steps.queued(id)) await steps.claims.claim({ deliveryId, worker: 'w' });
  await steps.reconcile();
  const text = `SELECT count(*)::int FROM delivery WHERE webhook_id = $1 AND status = 'PENDING'`;
  await until('none is left', async () => (await sql(text, [id])).rows[0].count === 0);
});

it('a URL may name the ports that the operator allows, which the refusal lists', async () => {
  const actor = newActor();
  await steps.newWebhook(actor, { url: 'https://example.com:8443/hook' });
  await expect(steps.newWebhook(actor, { url: 'https://example.com:5432/hook' })).rejects.toMatchObject({
    code: 'InvalidArgument',
    target: 'url',
    message: 'The URL may name these ports: 443, 8443.',
  });
});

describe('an erased workspace', () => {
  const TABLES = ['webhook', 'delivery', 'idempotency', 'event', 'feed_end'];
  const rowsOf = async ({ workspaceId }: Actor): Promise<number> => {
    const counts = TABLES.map((table) => `(SELECT count(*) FROM ${table} WHERE workspace_id = $1)`);
    const { rows } = await sql(`SELECT (${counts.join(' + ')})::int AS count`, [workspaceId]);
    return rows[0].count;
  };
  const erase = ({ workspaceId }: Actor): Promise<boolean> =>
    app.get(NotificationsErasureService, { strict: false }).erase(workspaceId);

  it('gets no webhook and no test from requests that are still on their way', async () => {
    const actor = newActor();
    const { id } = await steps.newWebhook(actor);
    await steps.happen(actor, 3);
    await until('nothing is left', () => erase(actor));
    const body = { url: webhookUrl(actor), types: [...FEED_TYPES] };
    for (const late of [
      () => environment.gateway.request(createWebhook, { actor, body, idempotencyKey: 'late' }),
      () => environment.gateway.request(testWebhook, { actor, webhookId: id, idempotencyKey: 'late' }),
    ])
      await expect(late()).rejects.toMatchObject({ code: 'NotFound' });
    await steps.happen(actor);
    expect(await rowsOf(actor)).toBe(0);
  });

  it('is forgotten after 30 days, when no event about it can come any more', async () => {
    const actor = newActor();
    await erase(actor);
    await sql(`INSERT INTO erased_workspace VALUES ($1, now() - interval '31 days')`, [newId()]);
    await app.get(NotificationsErasureService, { strict: false }).forgetOld();
    const { rows } = await sql(
      `SELECT id FROM erased_workspace WHERE id = $1 OR erased_at < now() - interval '1 day'`,
      [actor.workspaceId],
    );
    expect(rows).toEqual([{ id: actor.workspaceId }]);
  });

  it('is gone only after the transaction in which a webhook is being created', async () => {
    const actor = newActor();
    const { id } = await steps.newWebhook(actor);
    const other = new Client({
      connectionString: environment.servers.postgres.superuserUrl('notifications'),
    });
    await other.connect();
    try {
      await other.query('BEGIN');
      const lock = `SELECT pg_advisory_xact_lock(hashtext('webhooks'), hashtext($1::text))`;
      await other.query(lock, [actor.workspaceId]);
      await other.query(
        `INSERT INTO delivery (workspace_id, id, webhook_id, event_id, type, body, url, manual)
         VALUES ($1, $2, $3, $2, '', '', '', true)`,
        [actor.workspaceId, newId(), id],
      );
      let isOver = false;
      const erased = until('nothing is left', () => erase(actor)).finally(() => (isOver = true));
      const waits = async (): Promise<boolean> =>
        (await sql("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rows.length > 0;
      await until('the erasure waits, or is over', async () => isOver || (await waits()));
      await other.query('COMMIT');
      await erased;
      expect(await rowsOf(actor)).toBe(0);
    } finally {
      await other.end();
    }
  });
});

it('another workspace sees no webhook and no delivery', async () => {
  const ann = newActor();
  const ben = newActor();
  const { id } = await steps.newWebhook(ann);
  await steps.happen(ann);
  const { deliveryId } = await steps.take(id);
  const other = await steps.newWebhook(ben);
  const { gateway } = environment;
  for (const attempt of [
    () => gateway.request(getWebhook, { actor: ben, id }),
    () => gateway.request(updateWebhook, { actor: ben, id, body: { enabled: false } }),
    () => gateway.request(deleteWebhook, { actor: ben, id }),
    () => gateway.request(rotateWebhookSecret, { actor: ben, id }),
    () => gateway.request(testWebhook, { actor: ben, webhookId: id }),
    () => steps.deliveries(ben, id),
    () => gateway.request(replayDelivery, { actor: ben, webhookId: id, id: deliveryId }),
    () => gateway.request(replayDelivery, { actor: ben, webhookId: other.id, id: deliveryId }),
    () => gateway.request(replayDelivery, { actor: ann, webhookId: id, id: newId() }),
    () => gateway.request(getWebhook, { actor: ann, id: 'no-uuid' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'NotFound' });
});

it('a page of many deliveries reads its own rows and one more', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await sql(
    `INSERT INTO delivery (workspace_id, id, webhook_id, event_id, type, body, url, manual, status, created_at, due_at)
     SELECT $1, ${idAt('moment')}, webhook_id, gen_random_uuid(), '', '', '', false,
       CASE n % 10 WHEN 0 THEN 'DEAD' WHEN 1 THEN 'PENDING' ELSE 'DELIVERED' END, moment, now() + interval '1 day'
     FROM generate_series(1, 20000) AS n, unnest($2::uuid[]) AS webhook_id,
       LATERAL (SELECT now() - n * interval '1 second' AS moment) AS one`,
    [actor.workspaceId, [id, newId()]],
  );
  await sql('ANALYZE delivery');
  const read = async (query: object): Promise<number[]> => {
    const list = () => steps.deliveries(actor, id, { limit: 10, ...query });
    return (await plansOf(environment.servers.database.appUrl, /cursorId/, list)).map(rowsRead);
  };
  expect(await read({})).toEqual([11]);
  for (const status of ['DEAD', 'PENDING', 'DELIVERED']) expect(await read({ status })).toEqual([11]);
});
