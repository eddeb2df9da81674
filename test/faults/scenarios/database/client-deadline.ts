// C29: a client that has left. What nobody waits for any more is not done.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, headers } from '@nats-io/transport-node';
import { v7 } from 'uuid';
import { createGeneration } from '#contracts';
import { lockTable, products } from './postgres.ts';
import { until, within } from '../../harness/checks/invariants.ts';
import type { Scenario } from '../../harness/scenario.ts';
import { openWorkshop, resultOf, type Workshop } from '../../harness/environment/generation-environment.ts';

/** What the client waits, in milliseconds. */
const BUDGET_MS = 500;
/** What the owner may be late in noticing, in milliseconds: 100, and what a loaded machine adds. */
const NOTICE_MS = 100 + 100;

export const abandoned: Scenario = {
  id: 'C29',
  title: 'client deadline 500 ms, the database takes longer',
  alone: true,
  run: async (context) => {
    const trials = context.full ? 20 : 5;
    const shop = await openWorkshop(context, { workers: 1 });
    const late: number[] = [];
    const caller = await openCaller(shop);
    context.defer(() => caller.close());
    for (let n = 0; n < trials; n += 1) {
      const lock = await lockTable(context, shop);
      const askedAt = performance.now();
      caller.ask(`deadline-${n}`);
      await until('the owner waits for the lock', 5000, async () => (await waiting(shop)) > 0);
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

/** Asks for generations as the gateway would, with little time left; never waits for an answer. */
async function openCaller(shop: Workshop): Promise<{ ask(key: string): void; close(): Promise<void> }> {
  const variables = shop.scene.stack.servers.nats.variables('gateway');
  const { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass } = variables;
  const bus = await connect({ servers, user, pass, inboxPrefix: `_INBOX_${user}` });
  const { accountId, workspaceId } = shop.person;
  const actor = { accountId, workspaceId, sessionId: v7() };
  const inputs = { productId: (await products(shop))[0] };
  const body = { applicationId: 'product-title', environment: { model: 'sandbox:echo' }, inputs };
  const made = headers();
  made.set('x-deadline-ms', String(BUDGET_MS));
  return {
    ask: (idempotencyKey) => {
      const input = { actor, body, idempotencyKey };
      const envelope = { headers: made, reply: `_INBOX_${user}.none` };
      bus.publish(createGeneration.subject, JSON.stringify(input), envelope);
    },
    close: () => bus.close(),
  };
}

/** Connections of the generations service that wait for a lock. */
async function waiting({ audit }: Workshop): Promise<number> {
  const { many } = await audit.sql.row<{ many: number }>(
    `SELECT count(*)::int AS many FROM pg_stat_activity
     WHERE wait_event_type = 'Lock' AND usename = 'generations_app'`,
  );
  return many;
}
