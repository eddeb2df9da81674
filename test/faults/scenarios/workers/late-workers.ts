// C7 and C8: workers that fall asleep over their work, and wake when another has done it.
import { INSPECTABLE, Inspector } from '#testing/processes';
import { until, within } from '../../harness/checks/invariants.ts';
import type { Context, Result, Scenario } from '../../harness/scenario.ts';
import { openWorkshop, resultOf, type Workshop } from '../../harness/environment/generation-environment.ts';

/** Twice the lock of a job, in milliseconds. */
const ASLEEP_MS = 30_000;
/** Time for a woken worker to do what it can, in milliseconds. */
const AWAKE_MS = 10_000;

/** C7: the event loop of a worker is blocked for twice its lock. */
export const blocked: Scenario = {
  id: 'C7',
  title: 'event loop of a worker blocked for twice the lock',
  run: async (context) => {
    const inspector = new Inspector();
    const shop = await openSleepers(context, 5, (name, line) => inspector.hear(name, line));
    const sleeper = shop.workers[0];
    if (!sleeper) throw new Error('There is no worker.');
    const blockedAt = Date.now();
    await inspector.block(sleeper, ASLEEP_MS);
    return watchZombie(context, shop, async () => {
      await until('it is awake', ASLEEP_MS + 10_000, () => Date.now() - blockedAt > ASLEEP_MS);
    });
  },
};

/** C8: a worker is halted until another has done its work. */
export const halted: Scenario = {
  id: 'C8',
  title: 'SIGSTOP of a worker past its leases, SIGCONT after another finished',
  run: async (context) => {
    const shop = await openSleepers(context, context.full ? 40 : 20);
    const sleeper = shop.workers[0];
    await sleeper?.kill('SIGSTOP');
    context.defer(() => sleeper?.kill('SIGCONT'));
    return watchZombie(context, shop, async () => sleeper?.kill('SIGCONT'));
  },
};

/** A workshop whose first worker holds so many generations, mid-call; then a second one comes. */
async function openSleepers(
  context: Context,
  many: number,
  hear: (name: string, line: string) => void = () => undefined,
): Promise<Workshop & { fenced: () => number }> {
  let fenced = 0;
  const line = (name: string, text: string): void => {
    hear(name, text);
    if (/A late outcome is discarded|A lease was lost|A late result was discarded/.test(text)) fenced += 1;
  };
  const shop = await openWorkshop(context, {
    workers: 1,
    holdMs: 3000,
    listener: { line },
    variables: { 'generation-worker': { GENERATION_CONCURRENCY: String(many) } },
    adjust: (app, usual) =>
      app === 'generation-worker'
        ? { ...usual, NODE_OPTIONS: `${usual['NODE_OPTIONS'] ?? ''} ${INSPECTABLE}` }
        : usual,
  });
  await shop.load.ask({ person: shop.person, count: many });
  await until('all are being written', 20_000, () => shop.models.inHand === many);
  return { ...shop, fenced: () => fenced };
}

/** Another worker does the work; then the zombie wakes, and must change nothing. */
async function watchZombie(
  context: Context,
  shop: Workshop & { fenced: () => number },
  wake: () => Promise<unknown>,
): Promise<Result> {
  const hitAt = Date.now();
  const many = shop.load.accepted.length;
  shop.workers.push(await shop.scene.stack.add('generation-worker'));
  const first = await shop.verdict(90_000);
  const recoveryMs = Date.now() - hitAt;
  const before = await hashes(shop);
  await wake();
  const noticed = await within(AWAKE_MS, () => shop.fenced() >= many);
  context.say(`${shop.fenced()} zombies fenced`);
  const verdict = await shop.verdict(1000);
  const changed = before !== (await hashes(shop));
  return resultOf(shop, verdict, { faults: 1, slowestRecoveryMs: recoveryMs, notes: `${many} zombies` }, [
    first.lost > 0 && 'nobody took over',
    verdict.failed > 0 && `${verdict.failed} failed`,
    changed && 'a zombie changed a row',
    !noticed && `only ${shop.fenced()} of ${many} zombies learned that they are`,
  ]);
}

/** One hash of all rows. */
async function hashes({ audit }: Workshop): Promise<string> {
  const { hash } = await audit.sql.row<{ hash: string }>(
    `SELECT md5(string_agg(generation::text, '|' ORDER BY id)) AS hash FROM generation`,
  );
  return hash;
}
