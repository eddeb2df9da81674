// C13 and C14: the relay of the outbox crashes between sending and deleting, and several relays run at once.
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '#testing/servers';
import { testBuildVariables } from '#testing/test-build';
import { until } from '#testing/until';
import { isOutboxEmpty } from '../../harness/checks/event-reader.ts';
import { within } from '../../harness/checks/invariants.ts';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { QUEUE_KEY } from '../../harness/load/load-generator.ts';
import type { Result, Scenario } from '../../harness/scenario.ts';
import { withFailPoint } from '../../test-modules/index.ts';

export const relayDies: Scenario = {
  id: 'C13',
  title: 'the relay crashes or fails after it has sent a job and before it deletes the row',
  holds: 'every job is sent twice, and every generation is written once',
  run: async (context) => {
    const [crashes, count] = context.full ? [10, 100] : [2, 40];
    const dir = await temporaryFolder('fail-point');
    context.defer(() => rm(dir, { recursive: true, force: true }));
    const reached = join(dir, 'reached');
    const env = await openGenerationEnvironment(context, {
      variables: { generations: testBuildVariables(withFailPoint(dir)) },
    });
    const owner = env.system.processes.generations;
    const load = env.load.submit({ person: env.person, count });
    for (let n = 1; n <= crashes; n += 1) {
      await until('the relay is at the fail point', () => existsSync(reached), { withinMs: 60_000 });
      await owner.kill();
      await rm(reached);
      if (n === crashes) await writeFile(join(dir, 'throw'), '');
      await owner.restart();
    }
    await load;
    const verdict = await env.verdict(90_000);
    // BullMQ counts every addition, also that of a job that exists.
    const repeated = Number(await env.redis.get(`${QUEUE_KEY}:id`)) - count;
    const { asked } = env.models;
    const notes = `${crashes} crashes, ${repeated} jobs sent again, ${asked} model calls`;
    return generationResult(env, verdict, { faults: crashes + repeated, notes }, [
      verdict.failed > 0 && verdict.failures,
      repeated < count && `only ${repeated} of ${count} jobs were sent again`,
      asked !== count && `${asked} model calls for ${count} generations`,
    ]);
  },
};

/** A queue without workers. */
const UNREAD_QUEUE = 'faults';
/** So many that one relay is still sending when the others look, which each does once a second. */
const ROWS = 10_000;

export const manyRelays: Scenario = {
  id: 'C14',
  title: 'three relays empty one outbox',
  holds: 'every row is sent exactly once',
  run: async (context) => {
    const env = await openGenerationEnvironment(context, { workers: 1 });
    for (let n = 0; n < 2; n += 1) await env.system.add('generations');
    return emptyOutbox(env);
  },
};

/** Has the relays send many rows, and counts what they sent. */
export async function emptyOutbox(env: GenerationEnvironment): Promise<Result> {
  // The user of a process may touch its own queues alone.
  await env.redis.acl('SETUSER', 'generations', `~bull:${UNREAD_QUEUE}:*`);
  const startedAt = Date.now();
  await env.auditLog.sql.rows(
    `INSERT INTO outbox (kind, topic, dedup_key, payload)
     SELECT 'job', $1, 'faults-' || n, json_build_object('queue', $1::text, 'jobId', 'faults-' || n,
       'attempts', 1, 'envelope', json_build_object('context', json_build_object('requestId', 'faults'), 'data', '{}'::json))
     FROM generate_series(1, $2::int) AS n`,
    [UNREAD_QUEUE, ROWS],
  );
  const isEmpty = await within(60_000, () => isOutboxEmpty(env.auditLog.sql));
  const seconds = (Date.now() - startedAt) / 1000;
  const sends = Number(await env.redis.get(`bull:${UNREAD_QUEUE}:id`));
  const jobs = await env.redis.llen(`bull:${UNREAD_QUEUE}:wait`);
  const verdict = await env.verdict(5000);
  const notes = `${ROWS} rows, ${sends} sends, ${jobs} jobs in ${seconds.toFixed(1)} s`;
  const result = generationResult(env, verdict, { faults: 0, notes }, [
    !isEmpty && 'the outbox is not empty',
    jobs !== ROWS && `${jobs} jobs of ${ROWS} rows`,
    sends !== ROWS && `${sends} sends of ${ROWS} rows`,
  ]);
  return { ...result, lost: ROWS - jobs, doubled: sends - jobs };
}
