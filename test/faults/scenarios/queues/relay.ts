// C13 and C14: a relay that dies between sending and forgetting, and several relays at once.
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '#testing/servers';
import { buildRelease } from '#testing/release';
import { QUEUE_KEY } from '../../harness/load/load-generator.ts';
import { until, within } from '../../harness/checks/invariants.ts';
import type { Context, Scenario } from '../../harness/scenario.ts';
import { openWorkshop, resultOf, type Workshop } from '../../harness/environment/generation-environment.ts';

/**
 * Stands between sending and forgetting in a copy of the build. Says that it is there and waits for its end; when
 * the file `spent` exists, jobs that it has not seen are sent, and then it fails: each is sent twice.
 */
const FAILPOINT = `
import { existsSync, writeFileSync } from 'node:fs';
const seen = new Set();
export async function between(rows) {
  if (!existsSync('{dir}/spent')) {
    writeFileSync('{dir}/reached', '');
    await new Promise(() => {});
  }
  const fresh = rows.filter((row) => !seen.has(row.id));
  for (const row of fresh) seen.add(row.id);
  if (fresh.length > 0) throw new Error('failpoint: after sending');
}
`;

/** C13: the relay dies, or fails, after a job was sent and before its row is gone. */
export const relayDies: Scenario = {
  id: 'C13',
  title: 'relay dies between add and mark',
  run: async (context) => {
    const [deaths, count] = context.full ? [10, 100] : [2, 40];
    const { shop, dir } = await openFailing(context);
    const owner = shop.scene.stack.processes.generations;
    const load = shop.load.ask({ person: shop.person, count });
    for (let n = 0; n < deaths; n += 1) {
      await until('it stands between', 60_000, () => existsSync(join(dir, 'reached')));
      await owner.kill();
      await rm(join(dir, 'reached'));
      if (n === deaths - 1) await writeFile(join(dir, 'spent'), '');
      await owner.restart();
    }
    await load;
    const verdict = await shop.verdict(90_000);
    const adds = Number(await shop.redis.get(`${QUEUE_KEY}:id`));
    const twice = adds - count;
    const { asked } = shop.models;
    const notes = `${deaths} deaths, ${twice} jobs added again, ${asked} model calls`;
    return resultOf(shop, verdict, { faults: deaths + twice, notes }, [
      verdict.failed > 0 && `${verdict.failed} failed`,
      twice < count && `only ${twice} of ${count} were added again`,
      asked !== count && `${asked} model calls for ${count} generations`,
    ]);
  },
};

/** A workshop whose one relay has the failpoint. */
async function openFailing(context: Context): Promise<{ shop: Workshop; dir: string }> {
  const dir = await temporaryFolder('failpoint');
  context.defer(() => rm(dir, { recursive: true, force: true }));
  await writeFile(join(dir, 'failpoint.mjs'), FAILPOINT.replaceAll('{dir}', dir));
  const sent = 'await send(this, rows);';
  const stop = `if (kind === 'job') await (await import('${join(dir, 'failpoint.mjs')}')).between(rows);`;
  await buildRelease(dir, [['libs/platform/src/outbox/relay.js', sent, `${sent} ${stop}`]]);
  const shop = await openWorkshop(context);
  const { processes } = shop.scene.stack;
  await processes.generations.stop();
  processes.generations = await shop.scene.stack.add('generations', { release: dir });
  return { shop, dir };
}

/** A queue that nobody reads. */
const UNREAD = 'faults';

/** C14: several relays empty one outbox; every row is sent once. */
export const manyRelays: Scenario = {
  id: 'C14',
  title: 'three relays at once',
  run: async (context) => {
    const shop = await openWorkshop(context, { workers: 1 });
    for (let n = 0; n < 2; n += 1) await shop.scene.stack.add('generations');
    return emptyOutbox(context, shop);
  },
};

/** Has the relays of a workshop send many rows, and counts what they sent. */
export async function emptyOutbox(context: Context, shop: Workshop) {
  const rows = context.full ? 5000 : 2000;
  const began = Date.now();
  await shop.audit.sql.rows(
    `INSERT INTO outbox (kind, topic, dedup_key, payload)
     SELECT 'job', $1, 'faults-' || n, json_build_object('queue', $1::text, 'jobId', 'faults-' || n,
       'attempts', 1, 'envelope', json_build_object('context', json_build_object('requestId', 'faults'), 'data', '{}'::json))
     FROM generate_series(1, $2::int) AS n`,
    [UNREAD, rows],
  );
  const empty = await within(60_000, async () => {
    const { left } = await shop.audit.sql.row<{ left: number }>('SELECT count(*)::int AS left FROM outbox');
    return left === 0;
  });
  const tookMs = Date.now() - began;
  // BullMQ counts every add, also one of a job that is there already.
  const adds = Number(await shop.redis.get(`bull:${UNREAD}:id`));
  const jobs = await shop.redis.llen(`bull:${UNREAD}:wait`);
  const verdict = await shop.verdict(5000);
  const notes = `${rows} rows, ${adds} sends, ${jobs} jobs in ${(tookMs / 1000).toFixed(1)} s`;
  const result = resultOf(shop, verdict, { faults: 0, notes }, [
    !empty && 'the outbox is not empty',
    jobs !== rows && `${jobs} jobs of ${rows} rows`,
    adds !== rows && `${adds} sends of ${rows} rows`,
  ]);
  return { ...result, lost: rows - jobs, doubled: adds - jobs };
}
