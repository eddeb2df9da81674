// C29: a client gives up before the database answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, headers } from '@nats-io/transport-node';
import { v7 } from 'uuid';
import { createGeneration } from '#contracts';
import { until } from '#testing/until';
import { within } from '../../harness/checks/invariants.ts';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { lockTable } from '../../harness/faults/locks.ts';
import type { Scenario } from '../../harness/scenario.ts';

/** Deadline of the client, in milliseconds. */
const DEADLINE_MS = 500;
/** Longest time that the owner may work past the deadline, in milliseconds: 100, and 100 for a loaded machine. */
const LATE_MS = 100 + 100;

export const abandoned: Scenario = {
  id: 'C29',
  title: 'a client with a deadline of 500 ms, while the database takes longer',
  holds: 'the owner stops within 200 ms after the deadline and stores nothing',
  alone: true,
  run: async (context) => {
    const trials = context.full ? 20 : 5;
    const env = await openGenerationEnvironment(context, { workers: 1 });
    const late: number[] = [];
    const client = await openClient(env);
    context.defer(() => client.close());
    for (let n = 0; n < trials; n += 1) {
      const lock = await lockTable(context, env);
      const sentAt = performance.now();
      client.send(`deadline-${n}`);
      await until('the owner waits for the lock', async () => (await lockWaits(env)) > 0, { withinMs: 5000 });
      await within(5000, async () => (await lockWaits(env)) === 0);
      late.push(performance.now() - sentAt - DEADLINE_MS);
      await lock.end(); // before any lock time-out, so that a statement that still waits would go on now
      await sleep(300);
    }
    const keys = await env.auditLog.sql.number('SELECT count(*) FROM idempotency');
    const verdict = await env.verdict(5000);
    const worst = Math.max(...late);
    const notes = `stopped at most ${worst.toFixed(0)} ms late`;
    return generationResult(env, verdict, { faults: trials, notes }, [
      keys > 0 && `${keys} idempotency keys were stored`,
      worst > LATE_MS && `the owner stopped ${worst.toFixed(0)} ms after the deadline`,
    ]);
  },
};

/** Requests generations over the bus as the gateway would, with a short deadline; ignores the answers. */
async function openClient(
  env: GenerationEnvironment,
): Promise<{ send(key: string): void; close(): Promise<void> }> {
  const variables = env.system.servers.nats.variables('gateway');
  const { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass } = variables;
  const bus = await connect({ servers, user, pass, inboxPrefix: `_INBOX_${user}` });
  const { accountId, workspaceId } = env.person;
  const actor = { accountId, workspaceId, sessionId: v7() };
  const body = await env.load.body(env.person);
  const deadline = headers();
  deadline.set('x-deadline-ms', String(DEADLINE_MS));
  return {
    send: (idempotencyKey) => {
      const input = { actor, body, idempotencyKey };
      const envelope = { headers: deadline, reply: `_INBOX_${user}.none` };
      bus.publish(createGeneration.subject, JSON.stringify(input), envelope);
    },
    close: () => bus.close(),
  };
}

/** Number of connections of the generations service that wait for a lock. */
function lockWaits({ auditLog }: GenerationEnvironment): Promise<number> {
  return auditLog.sql.number(
    `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND usename = 'generations_app'`,
  );
}
