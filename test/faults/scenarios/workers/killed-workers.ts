// C4 to C6: generation workers are killed, by a fault or by the generation that they work on.
import { setTimeout as sleep } from 'node:timers/promises';
import { concurrencyFor } from '#testing/environment';
import type { Child } from '#testing/processes';
import { until } from '#testing/until';
import { within } from '../../harness/checks/invariants.ts';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { QUEUE_KEY } from '../../harness/load/load-generator.ts';
import type { Context, Result, Scenario } from '../../harness/scenario.ts';
import { thrownLater } from '../../harness/thrown-later.ts';

/** A job of a dead worker must start elsewhere within its lock and one stall check, in milliseconds. */
const RESUME_MS = 20_000;

export const killedMidJob: Scenario = {
  id: 'C4',
  title: 'kill -9 of a worker in the middle of a job, again and again',
  holds: 'another worker resumes each job within 20 s',
  alone: true,
  run: (context) => killMidJob(context, context.full ? 50 : 8),
};

async function killMidJob(context: Context, kills: number): Promise<Result> {
  const env = await openGenerationEnvironment(context, { workers: 3, holdMs: 3000 });
  const killer = new WorkerKiller(env);
  for (let n = 0; n < kills; n += 1) await killer.killHolder(await env.load.submitOne(env.person));
  env.models.holdMs = 0;
  await killer.restarted();
  const verdict = await env.verdict(60_000);
  const resumed = (await killer.resumed()).filter((ms) => ms !== null);
  const slowestRecoveryMs = Math.max(...resumed);
  const notes = `${resumed.length} resumed`;
  return generationResult(env, verdict, { faults: kills, slowestRecoveryMs, notes }, [
    verdict.failed > 0 && verdict.failures,
    resumed.length < kills && `only ${resumed.length} of ${kills} jobs were interrupted`,
    slowestRecoveryMs > RESUME_MS && `a job resumed after ${Math.round(slowestRecoveryMs)} ms`,
  ]);
}

/** Kills workers that hold a generation, and restarts them. */
class WorkerKiller {
  readonly #env: GenerationEnvironment;
  readonly #kills: { pid: number; at: Date }[] = [];
  readonly #starting = new Map<Child, Promise<void>>();

  constructor(env: GenerationEnvironment) {
    this.#env = env;
  }

  /** Waits until a worker holds a generation and its model call runs, then kills the worker. */
  async killHolder(id: string): Promise<void> {
    const holder = await until(`a worker holds ${id}`, () => this.holder(id), {
      withinMs: 60_000,
      everyMs: 50,
    });
    const { pid } = holder;
    if (pid === undefined) throw new Error('The worker has exited.');
    await this.#starting.get(holder); // it may have claimed a job before it reported that it is ready
    await sleep(200);
    await holder.kill();
    this.#kills.push({ pid, at: new Date() });
    this.#starting.set(holder, thrownLater(holder.restart())); // by restarted()
  }

  /** The worker that holds a generation; undefined while none does. */
  async holder(id: string): Promise<Child | undefined> {
    const pid = await this.#env.auditLog.holder(id);
    return pid === undefined ? undefined : this.#env.workers.find((worker) => worker.pid === pid);
  }

  /** Resolves when all killed workers run again. */
  async restarted(): Promise<void> {
    await Promise.all(this.#starting.values());
  }

  /** Time from each kill until each interrupted job resumed, in milliseconds; null where it never did. */
  async resumed(): Promise<(number | null)[]> {
    const jobs = await Promise.all(this.#kills.map(({ pid, at }) => this.#env.auditLog.interrupted(pid, at)));
    return jobs.flat().map(({ resumedMs }) => resumedMs);
  }
}

export const allKilled: Scenario = {
  id: 'C5',
  title: 'kill -9 of all workers while jobs wait and run',
  holds: 'once workers are back, all jobs end within a minute',
  run: async (context) => {
    const [waiting, downMs] = context.full ? [200, 30_000] : [50, 8000];
    const env = await openGenerationEnvironment(context, {
      workers: 1,
      holdMs: 60_000,
      variables: { 'generation-worker': { GENERATION_CONCURRENCY: concurrencyFor(10) } },
    });
    await env.load.submit({ person: env.person, count: waiting + 10 });
    await until('ten jobs run', () => env.models.inHand === 10, { withinMs: 20_000 });
    await Promise.all(env.workers.map((worker) => worker.kill()));
    await sleep(downMs);
    env.models.holdMs = 0;
    const backAt = Date.now();
    await Promise.all(env.workers.map((worker) => worker.restart()));
    const verdict = await env.verdict(90_000);
    const recoveryMs = Date.now() - backAt;
    const isEmpty = await within(10_000, async () => (await env.redis.llen(`${QUEUE_KEY}:active`)) === 0);
    return generationResult(env, verdict, { faults: 1, slowestRecoveryMs: recoveryMs }, [
      verdict.failed > 0 && verdict.failures,
      !isEmpty && 'jobs are still active in the queue',
      recoveryMs > 60_000 && 'the backlog took more than a minute',
    ]);
  },
};

/** Maximum starts of a generation that kills its workers, and the longest time until it ends, in milliseconds. */
const POISON = { starts: 4, ms: 90_000 };

export const poison: Scenario = {
  id: 'C6',
  title: 'a generation kills every worker that claims it, among healthy ones',
  holds: 'it ends as GenerationInterrupted after at most 4 starts and 90 s; the healthy ones succeed',
  run: async (context) => {
    const env = await openGenerationEnvironment(context, { workers: 2, holdMs: 400 });
    const killer = new WorkerKiller(env);
    const healthy = context.full ? 100 : 30;
    const startedAt = Date.now();
    const id = await env.load.submitOne(env.person, { environment: { model: 'sandbox:slow' } });
    const load = env.load.submit({ person: env.person, count: healthy, rate: healthy / 60 });
    let kills = 0;
    while (kills < 10) {
      await within(90_000, async () => (await killer.holder(id)) !== undefined || (await hasEnded(env, id)));
      if (await hasEnded(env, id)) break;
      await killer.killHolder(id);
      kills += 1;
    }
    const tookMs = Date.now() - startedAt;
    await Promise.all([load, killer.restarted()]);
    const verdict = await env.verdict(90_000);
    const { code } = await env.auditLog.sql.row<{ code: string | null }>(
      'SELECT error_code AS code FROM generation WHERE id = $1',
      [id],
    );
    return generationResult(env, verdict, { faults: kills, slowestRecoveryMs: tookMs, notes: `${code}` }, [
      code !== 'GenerationInterrupted' && `it ended as ${code}`,
      verdict.failed > 1 && `${verdict.failures}, not the poisonous one alone`,
      kills > POISON.starts && `it was started ${kills} times`,
      tookMs > POISON.ms && `it ended after ${Math.round(tookMs / 1000)} s`,
    ]);
  },
};

async function hasEnded({ auditLog }: GenerationEnvironment, id: string): Promise<boolean> {
  const running = `SELECT count(*) FROM generation WHERE id = $1 AND status = 'RUNNING'`;
  return (await auditLog.sql.number(running, [id])) === 0;
}
