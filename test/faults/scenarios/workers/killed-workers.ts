// C4 to C6: workers that die, all at once or one by one, by accident or by what they work on.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '#testing/processes';
import { QUEUE_KEY } from '../../harness/load/load-generator.ts';
import { until, within } from '../../harness/checks/invariants.ts';
import type { Context, Scenario } from '../../harness/scenario.ts';
import { openWorkshop, resultOf, type Workshop } from '../../harness/environment/generation-environment.ts';

/** A job of a dead worker starts elsewhere within its lock and one look, in milliseconds. */
const RESUME_MS = 20_000;

/** C4: a worker dies in the middle of each of many jobs. */
export const killedMidJob: Scenario = {
  id: 'C4',
  title: 'kill -9 of a worker mid-job',
  alone: true,
  run: (context) => killMidJob(context, context.full ? 50 : 8),
};

/** The same, once. */
export const killedOnce: Scenario = { ...killedMidJob, run: (context) => killMidJob(context, 1) };

async function killMidJob(context: Context, times: number) {
  const shop = await openWorkshop(context, { workers: 3, holdMs: 3000 });
  const killer = new Killer(shop);
  for (let n = 0; n < times; n += 1) await killer.killHolder(await shop.load.one(shop.person));
  shop.models.holdMs = 0;
  await killer.done();
  const verdict = await shop.verdict(60_000);
  const resumed = (await killer.resumed()).filter((ms) => ms !== null);
  const slowestRecoveryMs = Math.max(...resumed);
  return resultOf(shop, verdict, { faults: times, slowestRecoveryMs, notes: `${resumed.length} resumed` }, [
    verdict.failed > 0 && `${verdict.failed} failed`,
    resumed.length < times && `only ${resumed.length} of ${times} were hit in the middle of a job`,
    slowestRecoveryMs > RESUME_MS && `a job went on after ${Math.round(slowestRecoveryMs)} ms`,
  ]);
}

/** Kills workers that hold something, and has them started again. */
class Killer {
  readonly #shop: Workshop;
  readonly #kills: { pid: number; at: Date }[] = [];
  readonly #starting = new Map<Child, Promise<void>>();

  constructor(shop: Workshop) {
    this.#shop = shop;
  }

  /** Kills the worker that holds a generation, once one does and its model call runs. */
  async killHolder(id: string, afterMs = 200): Promise<void> {
    const { audit, workers } = this.#shop;
    let pid: number | undefined;
    await until(`somebody holds ${id}`, 60_000, async () => {
      pid = await audit.holder(id);
      return workers.some((worker) => worker.pid === pid);
    });
    const holder = workers.find((worker) => worker.pid === pid);
    if (!holder || pid === undefined) throw new Error('The holder is gone.');
    await this.#starting.get(holder); // it may have taken a job before it said that it is ready
    await sleep(afterMs);
    await holder.kill();
    this.#kills.push({ pid, at: new Date() });
    const start = holder.restart();
    start.catch(() => undefined); // seen by done()
    this.#starting.set(holder, start);
  }

  /** All that were killed are back. */
  async done(): Promise<void> {
    await Promise.all(this.#starting.values());
  }

  /** Milliseconds from each kill until each job that it hit went on; null where it never did. */
  async resumed(): Promise<(number | null)[]> {
    const hit = await Promise.all(this.#kills.map(({ pid, at }) => this.#shop.audit.interrupted(pid, at)));
    return hit.flat().map(({ resumedMs }) => resumedMs);
  }
}

/** C5: no worker is left for a while. */
export const allKilled: Scenario = {
  id: 'C5',
  title: 'kill -9 of all workers, jobs waiting and active',
  run: async (context) => {
    const [waiting, downMs] = context.full ? [200, 30_000] : [50, 8000];
    const shop = await openWorkshop(context, { workers: 1, holdMs: 60_000 });
    await shop.load.ask({ person: shop.person, count: waiting + 10 });
    await until('ten are active', 20_000, () => shop.models.inHand === 10);
    await Promise.all(shop.workers.map((worker) => worker.kill()));
    await sleep(downMs);
    shop.models.holdMs = 0;
    const back = Date.now();
    await Promise.all(shop.workers.map((worker) => worker.restart()));
    const verdict = await shop.verdict(90_000);
    const recoveryMs = Date.now() - back;
    const active = await within(10_000, async () => (await shop.redis.llen(`${QUEUE_KEY}:active`)) === 0);
    return resultOf(shop, verdict, { faults: 1, slowestRecoveryMs: recoveryMs }, [
      verdict.failed > 0 && `${verdict.failed} failed`,
      !active && 'jobs are still active in the queue',
      recoveryMs > 60_000 && 'the backlog took more than a minute',
    ]);
  },
};

/** Starts that a generation which kills its workers may have, and the time until it ends. */
const POISON = { starts: 4, ms: 90_000 };

/** C6: a generation kills every worker that takes it; those around it are none the worse. */
export const poison: Scenario = {
  id: 'C6',
  title: 'a job that kills its worker every time, healthy ones around it',
  run: async (context) => {
    const shop = await openWorkshop(context, { workers: 2, holdMs: 400 });
    const killer = new Killer(shop);
    const healthy = context.full ? 100 : 30;
    const began = Date.now();
    const id = await shop.load.one(shop.person, { environment: { model: 'sandbox:slow' } });
    const load = shop.load.ask({ person: shop.person, count: healthy, rate: healthy / 60 });
    let kills = 0;
    const isHeld = async (): Promise<boolean> => {
      const pid = await shop.audit.holder(id);
      return shop.workers.some((worker) => worker.pid === pid);
    };
    while (kills < 10) {
      await within(90_000, async () => (await isHeld()) || (await ended(shop, id)));
      if (await ended(shop, id)) break;
      await killer.killHolder(id);
      kills += 1;
    }
    const tookMs = Date.now() - began;
    await Promise.all([load, killer.done()]);
    const verdict = await shop.verdict(90_000);
    const { code } = await shop.audit.sql.row<{ code: string | null }>(
      'SELECT error_code AS code FROM generation WHERE id = $1',
      [id],
    );
    return resultOf(shop, verdict, { faults: kills, slowestRecoveryMs: tookMs, notes: `${code}` }, [
      code !== 'GenerationInterrupted' && `it ended as ${code}`,
      verdict.failed > 1 && `${verdict.failed - 1} healthy ones failed`,
      kills > POISON.starts && `it was started ${kills} times`,
      tookMs > POISON.ms && `it took ${Math.round(tookMs / 1000)} s to end`,
    ]);
  },
};

async function ended({ audit }: Workshop, id: string): Promise<boolean> {
  const { status } = await audit.sql.row<{ status: string }>('SELECT status FROM generation WHERE id = $1', [
    id,
  ]);
  return status !== 'RUNNING';
}
