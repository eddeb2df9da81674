// C19 and C20: a Postgres that is cut off, and a pool that is exhausted.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { percentile } from '../../harness/checks/measurements.ts';
import { restartPostgres } from '../../harness/faults/fault-injector.ts';
import type { Context, Scenario } from '../../harness/scenario.ts';
import { openWorkshop, resultOf, type Workshop } from '../../harness/environment/generation-environment.ts';

/** C19: Postgres is cut off under load: no torn state, and honest answers. */
export const postgresCut: Scenario = {
  id: 'C19',
  title: 'Postgres stopped at once, three times, under load',
  run: async (context) => {
    const count = context.full ? 600 : 200;
    const shop = await openWorkshop(context, { holdMs: 100 });
    const load = shop.load.ask({ person: shop.person, count, rate: count / 20 });
    for (let n = 0; n < 3; n += 1) {
      await sleep(4000);
      await restartPostgres(shop.scene.stack.servers, 500);
    }
    const lastAt = Date.now();
    await load;
    const verdict = await shop.verdict(90_000);
    const others = shop.load.others('201', '503');
    const notes = `answers: ${JSON.stringify(shop.load.heard)}`;
    return resultOf(shop, verdict, { faults: 3, slowestRecoveryMs: Date.now() - lastAt, notes }, [
      verdict.failed > 0 && `${verdict.failed} failed`,
      others.length > 0 && `other answers than 201 and 503: ${others.join(', ')}`,
    ]);
  },
};

/** Longest wait for an honest refusal, in milliseconds: 2500, and what a machine adds on which all of it runs. */
const REFUSED_MS = 2500 + 250;
/** Time that the table is locked, in milliseconds. */
const LOCKED_MS = 8000;

/** C20: every connection waits for a lock; requests are refused soon, and all is well when the lock is gone. */
export const poolExhausted: Scenario = {
  id: 'C20',
  title: 'pool exhausted by sleeping locks',
  alone: true,
  run: async (context) => {
    const shop = await openWorkshop(context);
    await shop.load.ask({ person: shop.person, count: 20 });
    const warm = shop.load.accepted.length;
    const lock = await lockTable(context, shop);
    const answers = { statuses: new Set<number>(), ms: [] as number[] };
    const ask = async (): Promise<void> => {
      const inputs = { productId: (await products(shop))[0] };
      const body = { applicationId: 'product-title', environment: { model: 'sandbox:echo' }, inputs };
      const { status, ms } = await shop.scene.send(shop.person, 'POST', '/generations', { body });
      answers.statuses.add(status);
      answers.ms.push(ms);
    };
    const open: Promise<void>[] = [];
    for (const end = Date.now() + LOCKED_MS - 3000; Date.now() < end; await sleep(50)) open.push(ask());
    await Promise.all(open);
    await lock.end(); // rolls back
    const freeAt = Date.now();
    await shop.load.ask({ person: shop.person, count: 20 });
    const recoveryMs = Date.now() - freeAt;
    const verdict = await shop.verdict(60_000);
    const slowest = percentile(answers.ms, 100);
    const notes = `${answers.ms.length} refusals, the slowest after ${slowest.toFixed(0)} ms`;
    return resultOf(shop, verdict, { faults: 1, slowestRecoveryMs: recoveryMs, notes }, [
      [...answers.statuses].join() !== '503' && `answers: ${[...answers.statuses].join(', ')}`,
      slowest > REFUSED_MS && `a refusal took ${slowest.toFixed(0)} ms`,
      recoveryMs > 5000 && `it accepted again after ${recoveryMs} ms`,
      shop.load.accepted.length !== warm + 20 && 'not all were accepted afterwards',
    ]);
  },
};

/** Ids of the workspace's newest product. */
export async function products({ scene, person }: Workshop): Promise<(string | undefined)[]> {
  const { body } = await scene.send<{ products: { id: string }[] }>(person, 'GET', '/products?limit=1');
  return body.products.map(({ id }) => id);
}

/** Locks the table of generations against everybody, until the connection is ended. */
export async function lockTable(context: Context, { scene }: Workshop): Promise<Client> {
  const client = new Client({ connectionString: scene.stack.servers.postgres.superuserUrl('generations') });
  await client.connect();
  context.defer(() => client.end().catch(() => undefined));
  await client.query('BEGIN; LOCK TABLE generation IN ACCESS EXCLUSIVE MODE');
  return client;
}
