// C29: a client that has left. What nobody waits for any more is not done.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, headers } from '@nats-io/transport-node';
import { createGeneration } from '#contracts';
import { lockTable, products } from './database.ts';
import { until, within } from './oracle.ts';
import type { Scenario } from './scenario.ts';
import { openWorkshop, resultOf, type Workshop } from './workshop.ts';

/** What the client waits, in milliseconds. */
const BUDGET_MS = 500;
/** What the owner may be late in noticing, in milliseconds: 100, and what a loaded machine adds. */
const NOTICE_MS = 100 + 100;

export const abandoned: Scenario = {
  id: 'C29',
  title: 'client deadline 500 ms, the database takes longer',
  run: async (context) => {
    const trials = context.full ? 20 : 5;
    const shop = await openWorkshop(context, { workers: 1 });
    const late: number[] = [];
    for (let n = 0; n < trials; n += 1) {
      const lock = await lockTable(context, shop);
      const askedAt = performance.now();
      await ask(shop, `deadline-${n}`);
      await until('the owner waits for the lock', BUDGET_MS, async () => (await waiting(shop)) > 0);
      await within(5000, async () => (await waiting(shop)) === 0);
      late.push(performance.now() - askedAt - BUDGET_MS);
      await lock.end(); // sooner than any lock time-out: whoever still waits would go on now
      await sleep(300);
    }
    const keys = await shop.audit.sql.row<{ kept: number }>('SELECT count(*)::int AS kept FROM idempotency');
    const verdict = await shop.verdict(5000);
    const worst = Math.max(...late);
    return resultOf(shop, verdict, { faults: trials, notes: `noticed at most ${worst.toFixed(0)} ms late` }, [
      keys.kept > 0 && `${keys.kept} keys were kept`,
      worst > NOTICE_MS && `the owner noticed ${worst.toFixed(0)} ms after the deadline`,
    ]);
  },
};

/** Asks for a generation as the gateway would, with little time left. */
async function ask(shop: Workshop, idempotencyKey: string): Promise<void> {
  const {
    NATS_URL: servers,
    NATS_USER: user,
    NATS_PASSWORD: pass,
  } = shop.scene.stack.servers.nats.variables('gateway');
  const bus = await connect({ servers, user, pass, inboxPrefix: `_INBOX_${user}` });
  const { accountId, workspaceId } = shop.person;
  const inputs = { productId: (await products(shop))[0] };
  const body = { applicationId: 'product-title', environment: { model: 'sandbox:echo' }, inputs };
  const input = { actor: { accountId, workspaceId }, body, idempotencyKey };
  const made = headers();
  made.set('x-deadline-ms', String(BUDGET_MS));
  bus.publish(createGeneration.subject, JSON.stringify(input), {
    headers: made,
    reply: `_INBOX_${user}.none`,
  });
  await bus.drain();
}

/** Connections of the generations service that wait for a lock. */
async function waiting({ audit }: Workshop): Promise<number> {
  const { many } = await audit.sql.row<{ many: number }>(
    `SELECT count(*)::int AS many FROM pg_stat_activity
     WHERE wait_event_type = 'Lock' AND datname = 'generations' AND usename <> 'postgres'`,
  );
  return many;
}
