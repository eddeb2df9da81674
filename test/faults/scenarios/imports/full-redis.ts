// C44: Redis has no memory left for a while, so that it answers reads and refuses writes.
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { claimFetchBatch, importQueue } from '#contracts';
import { ProcessMetrics } from '#testing/processes';
import { until } from '#testing/until';
import { isOutboxEmpty } from '../../harness/checks/event-reader.ts';
import { within } from '../../harness/checks/invariants.ts';
import { Sql } from '../../harness/environment/database.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import type { Scenario } from '../../harness/scenario.ts';
import { asinsOf, importResult, submit } from './imports.ts';

/** Products of one import, and of one marketplace call. */
const IMPORT = 1000;
const CALL = 20;
/** Time between two calls, in milliseconds: an empty job costs as much as a call. */
const INTERVAL_MS = 50;
const WORKER = { IMPORT_CALL_INTERVAL_MS: String(INTERVAL_MS), IMPORT_CONCURRENCY: '2' };

export const redisFull: Scenario = {
  id: 'C44',
  title: 'Redis is full while marketplace calls wait in the queue and in the outbox',
  holds: 'every call is made once; afterwards the queue drains with no job that finds nothing to do',
  run: async (context) => {
    // The reconciler looks at a call that has waited for 45 s. A full run is as long as in the worst incident.
    const [calls, fullMs] = context.full ? [5000, 600_000] : [500, 60_000];
    const system = await context.open({
      variables: { sandbox: { SANDBOX_QUOTA: 'off' }, 'import-worker': WORKER },
    });
    const redis = new Redis(system.servers.redis.url('testing'));
    context.defer(() => redis.disconnect());
    const sql = new Sql(system.servers.postgres.superuserUrl('catalogue'));
    context.defer(() => sql.close());
    const { queued, unsent } = await fill({ system, redis, sql }, calls, fullMs);
    const freeAt = Date.now();
    const emptyBefore = await emptyJobs(system);
    const isOver = async (): Promise<boolean> =>
      (await sql.number(`SELECT count(*) FROM import WHERE status = 'RUNNING'`)) === 0;
    await within(2 * calls * INTERVAL_MS + 60_000, isOver);
    const slowestRecoveryMs = Date.now() - freeAt;
    await until('the queue is empty', () => isIdle(redis), { withinMs: 120_000 });
    await until('the outbox is empty', () => isOutboxEmpty(sql));
    const empty = (await emptyJobs(system)) - emptyBefore;
    const lost = await sql.number(
      `SELECT count(*) FROM import_item WHERE error_code IS DISTINCT FROM 'NotFound'`,
    );
    const notes = `${queued} calls in the queue, ${unsent} in the outbox; ${emptyBefore} empty jobs while full, ${empty} after`;
    const counts = { faults: 1, accepted: calls * CALL, lost, slowestRecoveryMs, notes };
    return importResult(system, counts, [
      queued === 0 && 'no calls waited in the queue',
      empty > 0 && `${empty} jobs found nothing to do`,
    ]);
  },
};

/** Fills Redis for a while after some calls were queued; resolves when it has room again. */
async function fill(
  { system, redis, sql }: { system: FaultEnvironment; redis: Redis; sql: Sql },
  calls: number,
  fullMs: number,
): Promise<{ queued: number; unsent: number }> {
  // Unknown products: what an import costs beyond its calls is small then.
  const asins = asinsOf('B0MISS', calls * CALL);
  const imports = Array.from({ length: asins.length / IMPORT }, (_, n) =>
    asins.slice(n * IMPORT, (n + 1) * IMPORT),
  );
  const [person] = system.people;
  // At most 200 calls wait in the queue and the outbox together, so these 100 leave places for some in the outbox.
  for (const some of imports.splice(0, 2)) await submit(person, some);
  const waiting = `bull:${importQueue('na')}:wait`;
  await until('calls wait in the queue', async () => (await redis.llen(waiting)) > 0);
  await redis.config('SET', 'maxmemory', '1');
  const queued = await redis.llen(waiting);
  const fullAt = Date.now();
  for (const some of imports) await submit(person, some);
  const countUnsent = (): Promise<number> => sql.number(`SELECT count(*) FROM outbox WHERE kind = 'job'`);
  await until('calls wait in the outbox', async () => (await countUnsent()) > 0);
  const unsent = await countUnsent();
  await sleep(fullAt + fullMs - Date.now());
  await redis.config('SET', 'maxmemory', '0');
  return { queued, unsent };
}

/** True when no job waits or runs. */
async function isIdle(redis: Redis): Promise<boolean> {
  const key = `bull:${importQueue('na')}`;
  const [wait, active, delayed] = await Promise.all([
    redis.llen(`${key}:wait`),
    redis.llen(`${key}:active`),
    redis.zcard(`${key}:delayed`),
  ]);
  return wait + active + delayed === 0;
}

/** Number of claims so far that led to no marketplace call. */
async function emptyJobs({ opsUrls, sandboxUrl }: FaultEnvironment): Promise<number> {
  const metrics = await ProcessMetrics.read(opsUrls['catalogue'] ?? '');
  const claims = metrics.sum('rpc_request_duration_seconds_count', { subject: claimFetchBatch.subject }) ?? 0;
  const answer = await fetch(`${sandboxUrl}/debug/marketplace`);
  return claims - ((await answer.json()) as { calls: number }).calls;
}
