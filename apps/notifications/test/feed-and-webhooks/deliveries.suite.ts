// Tests deliveries: made with their event, given to one worker at a time, tried again, ended, and found when they are lost.
import { Client } from 'pg';
import { getWebhook, replayDelivery, updateWebhook, type Delivery, type FeedEvent } from '#contracts';
import { Redis } from '#platform/redis';
import { blocksRead, plansOf } from '#testing/plans';
import { until } from '#testing/until';
import { newActor } from '../notifications-environment.ts';
import { environment } from '../suite-environment.ts';
import { idAt } from './ids.ts';
import { sql, steps } from './suite-steps.ts';
import { FAILED, webhookUrl } from './webhook-steps.ts';

it('each enabled webhook that wants an event gets it once, as the feed shows it', async () => {
  const ann = newActor();
  const ben = newActor();
  const wanted = await steps.newWebhook(ann);
  const unwanted = await steps.newWebhook(ann, { types: ['import.completed'] });
  const disabled = await steps.newWebhook(ann, { enabled: false });
  const [event] = await steps.happen(ann);
  await steps.happen(ben);
  await steps.feed.keep([event!]);
  const claim = await steps.take(wanted.id);
  expect(claim).toMatchObject({
    url: webhookUrl(ann),
    eventId: event!.id,
    secrets: [wanted.secret],
    epoch: 1,
  });
  expect(JSON.parse(claim.body) as FeedEvent).toEqual((await environment.page(ann)).events[0]);
  expect(await steps.report(claim, { ms: 3, statusCode: 204, response: 'thanks' })).toBe(true);
  expect(await steps.deliveries(ann, wanted.id)).toEqual([
    {
      id: claim.deliveryId,
      eventId: event!.id,
      type: 'product.created',
      status: 'DELIVERED',
      attempts: [{ at: 1_795_000_000, ms: 3, statusCode: 204 }],
      request: { url: webhookUrl(ann), body: claim.body },
      response: 'thanks',
      createdAt: expect.any(Number) as number,
    },
  ]);
  for (const { id } of [unwanted, disabled]) expect(await steps.deliveries(ann, id)).toEqual([]);
  expect(await steps.claims.claim({ deliveryId: claim.deliveryId, worker: 'late' })).toEqual({
    state: 'nothing',
  });
});

it('a delivery is tried again after a failure, with the same event id, and is dead after the last try', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  const [event] = await steps.happen(actor);
  const look = async (): Promise<Delivery> => (await steps.deliveries(actor, id))[0]!;
  for (let tries = 1; tries <= 10; tries += 1) {
    const claim = await steps.take(id);
    expect(claim).toMatchObject({ eventId: event!.id, epoch: tries });
    const before = Date.now() / 1000;
    await steps.report(claim, FAILED);
    const after = Date.now() / 1000;
    const { status, nextAttemptAt, attempts } = await look();
    expect(attempts).toHaveLength(tries);
    expect(status).toBe(tries === 10 ? 'DEAD' : 'PENDING');
    if (tries === 1) {
      expect(nextAttemptAt! - before).toBeGreaterThan(2);
      expect(nextAttemptAt! - after).toBeLessThanOrEqual(6);
    }
    await steps.pass(claim.deliveryId);
  }
  expect((await look()).nextAttemptAt).toBeUndefined();
  expect(await steps.deliveries(actor, id, { status: 'DELIVERED' })).toEqual([]);
  expect(await steps.deliveries(actor, id, { status: 'DEAD' })).toHaveLength(1);
});

it('only one worker has a delivery, and only its latest claim counts', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await steps.happen(actor);
  const claim = await steps.take(id);
  const { deliveryId } = claim;
  expect(await steps.claims.claim({ deliveryId, worker: 'worker' })).toMatchObject({ epoch: 1 });
  expect(await steps.claims.claim({ deliveryId, worker: 'other' })).toMatchObject({ state: 'busy' });
  await steps.pass(deliveryId);
  await steps.reconcile();
  expect((await steps.deliveries(actor, id))[0]).toMatchObject({ attempts: [{ error: 'Interrupted' }] });
  expect(await steps.report(claim, FAILED)).toBe(true); // the interruption was this try
  expect((await steps.deliveries(actor, id))[0]!.attempts).toHaveLength(1);
  await steps.pass(deliveryId);
  const second = await steps.take(id, 'other');
  expect(second.epoch).toBe(2);
  expect(await steps.report(claim)).toBe(false);
  expect(await steps.report(second)).toBe(true);
  expect(await steps.report(second)).toBe(true);
  const [delivery] = await steps.deliveries(actor, id);
  expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: [{}, { statusCode: 204 }] });
});

it('the last fifty tries of a delivery are kept, however each one ended', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await steps.happen(actor);
  const claim = await steps.take(id);
  const { deliveryId } = claim;
  await sql(
    `UPDATE delivery SET attempts = (SELECT jsonb_agg(jsonb_build_object('at', n, 'ms', 1)) FROM generate_series(1, 50) AS n)
     WHERE id = $1`,
    [deliveryId],
  );
  await steps.pass(deliveryId);
  await steps.reconcile();
  const kept = async () => (await steps.deliveries(actor, id))[0]!.attempts;
  const interrupted = await kept();
  expect([interrupted.length, interrupted[0]!.at, interrupted.at(-1)!.error]).toEqual([50, 2, 'Interrupted']);
  await environment.gateway.request(updateWebhook, { actor, id, body: { enabled: false } });
  await steps.reconcile();
  const closed = await kept();
  expect([closed.length, closed[0]!.at, closed.at(-1)!.error]).toEqual([50, 3, 'WebhookDisabled']);
});

it('a delivery that has been due for five days without a turn is dead, and can be sent again', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await sql('UPDATE webhook SET places = 1 WHERE id = $1', [id]);
  await steps.happen(actor);
  await steps.dispatchNow();
  const [sent = ''] = await steps.queued(id);
  await steps.happen(actor);
  const waits = async (time: string): Promise<Delivery[]> => {
    await sql(
      `UPDATE delivery SET due_at = now() - interval '${time}' WHERE webhook_id = $1 AND job_id IS NULL`,
      [id],
    );
    await steps.reconcile();
    return steps.deliveries(actor, id, { status: 'DEAD' });
  };
  expect(await waits('4 days 23 hours')).toEqual([]);
  const [expired] = await waits('5 days 1 second');
  expect(expired).toMatchObject({ attempts: [{ error: 'Expired' }] });
  expect((await steps.deliveries(actor, id, { status: 'PENDING' })).map((one) => one.id)).toEqual([sent]);
  await environment.gateway.request(replayDelivery, { actor, webhookId: id, id: expired!.id });
  await steps.reconcile();
  expect(await steps.deliveries(actor, id, { status: 'DEAD' })).toEqual([]);
});

it('a success that is reported late counts while no other worker has the delivery', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await steps.happen(actor);
  const claim = await steps.take(id);
  await steps.pass(claim.deliveryId);
  await steps.reconcile();
  expect(await steps.report(claim)).toBe(true);
  expect((await steps.deliveries(actor, id))[0]).toMatchObject({ status: 'DELIVERED' });
});

it('a success that is reported once more does not stand for a delivery that is to be sent again', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await steps.happen(actor);
  const claim = await steps.take(id);
  await steps.report(claim);
  await environment.gateway.request(replayDelivery, { actor, webhookId: id, id: claim.deliveryId });
  expect(await steps.report(claim)).toBe(true);
  expect((await steps.deliveries(actor, id))[0]).toMatchObject({ status: 'PENDING' });
  expect(await steps.take(id)).toMatchObject({ deliveryId: claim.deliveryId, epoch: 2 });
});

it('one delivery that ends while it gets a place leaves the others theirs', async () => {
  const actors = [newActor(), newActor()];
  const deliveries: string[] = [];
  for (const actor of actors) {
    const { id } = await steps.newWebhook(actor);
    await steps.happen(actor);
    const claim = await steps.take(id);
    await steps.report(claim, FAILED);
    deliveries.push(claim.deliveryId);
  }
  const holder = new Client({ connectionString: environment.servers.postgres.superuserUrl('notifications') });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(`UPDATE delivery SET due_at = now() WHERE id = ANY ($1)`, [deliveries]);
    await holder.query('COMMIT; BEGIN');
    await holder.query(`UPDATE delivery SET status = 'DEAD' WHERE id = $1`, [deliveries[0]]);
    const dispatched = steps.dispatchNow();
    const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE delivery SET job_id%'`;
    await until('the round waits', async () => (await sql(waits)).rows.length > 0);
    await holder.query('COMMIT');
    await dispatched;
    const states = await sql(
      'SELECT status, job_id IS NOT NULL AS "isQueued" FROM delivery WHERE id = ANY ($1)',
      [deliveries],
    );
    expect(states.rows).toEqual(
      expect.arrayContaining([
        { status: 'DEAD', isQueued: false },
        { status: 'PENDING', isQueued: true },
      ]),
    );
  } finally {
    await holder.end();
  }
});

it('a round does not read the deliveries that wait for their next try', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  const add = (count: number) =>
    sql(
      `INSERT INTO delivery (workspace_id, id, webhook_id, event_id, type, body, url, manual, due_at)
       SELECT $1, ${idAt('now()')}, $2, gen_random_uuid(), 'product.created', '', '', false, now() + n * interval '1 minute'
       FROM generate_series(1, $3::int) AS n`,
      [actor.workspaceId, id, count],
    );
  const read = async () => {
    const { systemUrl } = environment.servers.database;
    const plans = await plansOf(systemUrl, /WITH RECURSIVE one/, () => steps.dispatchNow());
    return Math.min(...plans.map(blocksRead));
  };
  await add(1000); // the index has its levels: a level more would be a block more for each step of any webhook
  const ofFew = await read();
  await add(10_000);
  expect((await read()) - ofFew).toBeLessThan(10);
  await sql('DELETE FROM delivery WHERE workspace_id = $1', [actor.workspaceId]);
});

it('a late success ends the last try too, but no delivery that is dead for another reason than its lost worker', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await steps.happen(actor, 3);
  const last = await steps.take(id);
  const refused = await steps.take(id);
  const closed = await steps.take(id);
  const lastTries = [last.deliveryId, refused.deliveryId];
  await sql('UPDATE delivery SET tries = 9 WHERE id = ANY ($1)', [lastTries]);
  await steps.report(refused, FAILED);
  await environment.gateway.request(updateWebhook, { actor, id, body: { enabled: false } });
  for (const { deliveryId } of [last, closed]) await steps.pass(deliveryId);
  await steps.reconcile(); // finds the lost workers
  await steps.reconcile(); // ends what the disabled webhook no longer wants
  await steps.report(last, FAILED);
  expect(await steps.deliveries(actor, id, { status: 'DEAD' })).toHaveLength(3);
  for (const claim of [last, refused, closed]) expect(await steps.report(claim)).toBe(true);
  const delivered = await steps.deliveries(actor, id, { status: 'DELIVERED' });
  expect(delivered).toMatchObject([{ id: last.deliveryId, attempts: [{ error: 'Interrupted' }, {}] }]);
  expect(await environment.gateway.request(getWebhook, { actor, id })).toMatchObject({ enabled: false });
});

it('a job that the queue has lost is queued again, and one that waits there is not', async () => {
  const redis = new Redis(environment.servers.redis.url('testing'));
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await steps.happen(actor);
  const deliveryId = await until('it is queued', async () => (await steps.queued(id))[0]);
  const isJob = (number: number): Promise<number> =>
    redis.exists(`bull:webhooks:hook-${deliveryId}-${number}`);
  await until('its job is in Redis', () => isJob(1));
  const outbox = () => sql('SELECT FROM outbox WHERE dedup_key = $1', [`hook-${deliveryId}-1`]);
  await until('it has left the outbox', async () => (await outbox()).rowCount === 0);
  await steps.pass(deliveryId);
  await steps.reconcile();
  expect((await sql('SELECT dispatches FROM delivery WHERE id = $1', [deliveryId])).rows).toEqual([
    { dispatches: 1 },
  ]);
  const [, keys] = await redis.scan('0', 'MATCH', 'bull:webhooks:*', 'COUNT', 100_000);
  await redis.del(keys);
  await steps.pass(deliveryId);
  await steps.reconcile();
  await until('it is queued again', () => isJob(2));
  redis.disconnect();
});

it('a webhook has a bounded number of deliveries in the queue, and few while it fails', async () => {
  const actor = newActor();
  const other = newActor();
  const { id } = await steps.newWebhook(actor);
  const others = await steps.newWebhook(other);
  await steps.happen(actor, 30);
  await steps.happen(other);
  await until('the other is queued too', async () => (await steps.queued(others.id)).length === 1);
  expect(await steps.queued(id)).toHaveLength(20);
  for (let n = 0; n < 20; n += 1) await steps.report(await steps.take(id), FAILED);
  await until('two are queued', async () => (await steps.queued(id)).length === 2);
  await steps.report(await steps.take(id));
  await until('the rest is queued', async () => (await steps.queued(id)).length === 9);
});

it('a webhook that answers slowly has fewer places, and gets them back when it answers quickly', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await steps.happen(actor, 60);
  await until('it has all of its places', async () => (await steps.queued(id)).length === 20);
  for (let n = 0; n < 20; n += 1) await steps.report(await steps.take(id), { ms: 14_000, statusCode: 200 });
  await until('two are queued', async () => (await steps.queued(id)).length === 2);
  for (let n = 0; n < 5; n += 1) await steps.report(await steps.take(id));
  await until('it has got five back', async () => (await steps.queued(id)).length === 7);
});
