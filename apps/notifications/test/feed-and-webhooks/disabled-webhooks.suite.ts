// Tests when a webhook is disabled, and what becomes of its deliveries then.
import { getWebhook, updateWebhook } from '#contracts';
import { until } from '#testing/until';
import { newActor } from '../notifications-environment.ts';
import { environment } from '../suite-environment.ts';
import { sql, steps } from './suite-steps.ts';
import { FAILED } from './webhook-steps.ts';

it('what the former URL of a webhook answers does not disable it', async () => {
  const actor = newActor();
  const { id, url } = await steps.newWebhook(actor);
  await steps.happen(actor, 1);
  const claim = await steps.take(id);
  const body = { url: `${url}/moved` };
  await environment.gateway.request(updateWebhook, { actor, id, body });
  await steps.report(claim, { statusCode: 410, error: 'StatusRefused' });
  expect(await steps.deliveries(actor, id)).toMatchObject([{ status: 'PENDING' }]);
  expect(await environment.gateway.request(getWebhook, { actor, id })).toMatchObject({ enabled: true });
});

it('what arrives at the former URL of a webhook ends no failures of the new one', async () => {
  const actor = newActor();
  const { id, url } = await steps.newWebhook(actor);
  await steps.happen(actor, 2);
  const former = await steps.take(id);
  await environment.gateway.request(updateWebhook, { actor, id, body: { url: `${url}/moved` } });
  await steps.report(await steps.take(id, 'other'), FAILED);
  await steps.report(former);
  const { rows } = await sql('SELECT failing_since FROM webhook WHERE id = $1', [id]);
  expect(rows).toEqual([{ failing_since: expect.any(Date) as Date }]);
});

it('a receiver that answers 410 disables its webhook, and nothing is left to be tried', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await steps.happen(actor, 22);
  const claim = await steps.take(id);
  await steps.report(claim, { statusCode: 410, error: 'StatusRefused' });
  expect(await steps.deliveries(actor, id, { status: 'DEAD' })).toMatchObject([{ id: claim.deliveryId }]);
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
  for (const deliveryId of await steps.queued(id))
    expect(await steps.claims.claim({ deliveryId, worker: 'w' })).toEqual({ state: 'nothing' });
  await steps.reconcile();
  await until(
    'all are dead',
    async () => (await steps.deliveries(actor, id, { status: 'DEAD' })).length === 22,
  );
  const [newest] = await steps.deliveries(actor, id);
  expect(newest!.attempts).toMatchObject([{ error: 'WebhookDisabled' }]);
  const { enabled, disabledReason } = await environment.gateway.request(updateWebhook, {
    actor,
    id,
    body: { enabled: true },
  });
  expect([enabled, disabledReason]).toEqual([true, undefined]);
});

/** Moves the failures of a webhook into the past. */
const haveFailed = (id: string, { since, last }: { since: string; last: string }) =>
  sql(
    `UPDATE webhook SET failing_since = now() - $2::interval, last_failure_at = now() - $3::interval WHERE id = $1`,
    [id, since, last],
  );

it('a webhook is disabled after five days of failures, and never by the first try of a delivery', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await steps.happen(actor, 2);
  const state = () => environment.gateway.request(getWebhook, { actor, id });
  const first = await steps.take(id);
  await steps.report(first, FAILED);
  await haveFailed(id, { since: '121 hours', last: '28 hours' });
  await steps.report(await steps.take(id), FAILED);
  expect(await state()).toMatchObject({ enabled: true });
  await steps.pass(first.deliveryId);
  await haveFailed(id, { since: '119 hours', last: '28 hours' });
  await steps.report(await steps.take(id), FAILED);
  expect(await state()).toMatchObject({ enabled: true });
  await steps.pass(first.deliveryId);
  await haveFailed(id, { since: '121 hours', last: '28 hours' });
  await steps.report(await steps.take(id), FAILED);
  expect(await state()).toMatchObject({ enabled: false, disabledReason: 'Failing' });
});

it('failures begin anew after a gap: one hiccup after a quiet week is no fifth day of failures', async () => {
  const actor = newActor();
  const { id } = await steps.newWebhook(actor);
  await steps.happen(actor);
  const claim = await steps.take(id);
  await steps.report(claim, FAILED);
  await sql(`UPDATE delivery SET status = 'DEAD' WHERE id = $1`, [claim.deliveryId]);
  await haveFailed(id, { since: '11 days', last: '8 days' });
  await steps.happen(actor);
  for (let tries = 1; tries <= 2; tries += 1) {
    const again = await steps.take(id);
    await steps.report(again, FAILED);
    await steps.pass(again.deliveryId);
  }
  expect(await environment.gateway.request(getWebhook, { actor, id })).toMatchObject({ enabled: true });
  await steps.report(await steps.take(id));
  expect((await steps.deliveries(actor, id))[0]).toMatchObject({ status: 'DELIVERED' });
});
