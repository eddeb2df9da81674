// C1 to C3: many generations without faults, under all kinds of faults, and under the same without our guards.
import { FaultProxy } from '#testing/neighbours';
import { freePort } from '#testing/servers';
import { testBuildVariables } from '#testing/test-build';
import { checkFeed } from '../../harness/checks/feed.ts';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
  type GenerationEnvironmentOptions,
} from '../../harness/environment/generation-environment.ts';
import { FaultInjector, faultsFor } from '../../harness/faults/fault-injector.ts';
import { throughProxy } from '../../harness/faults/proxies.ts';
import type { Context, Result, Scenario } from '../../harness/scenario.ts';
import { UNGUARDED } from '../../test-modules/index.ts';
import { EverydayWork } from './everyday-work.ts';

/** Size of a run under faults. */
interface Size {
  generations: number;
  faults: number;
  /** Pause between two faults, in milliseconds. */
  everyMs: number;
  flush: boolean;
  freezeMs: number;
  /** Longest time from the last fault to the last end, in milliseconds. */
  recoveryMs: number;
}

/** Duration of a model call under faults, in milliseconds. */
const HOLD_MS = 150;

const SHORT: Size = {
  generations: 200,
  faults: 12,
  everyMs: 1000,
  flush: false,
  freezeMs: 2000,
  recoveryMs: 180_000,
};
const SMALL: Size = {
  generations: 400,
  faults: 22,
  everyMs: 1200,
  flush: true,
  freezeMs: 17_000,
  recoveryMs: 60_000,
};
const FULL: Size = {
  generations: 1000,
  faults: 32,
  everyMs: 1400,
  flush: true,
  freezeMs: 17_000,
  recoveryMs: 60_000,
};

export const quiet: Scenario = {
  id: 'C1',
  title: 'many generations without faults',
  holds: 'each generation succeeds with exactly one model call',
  run: async (context) => {
    const env = await openGenerationEnvironment(context);
    const count = context.full ? 1000 : 200;
    // Requests of one workspace wait for each other, so 20 at once may be told to come back on a full machine.
    await env.load.submit({ person: env.person, count, lanes: 5 });
    const verdict = await env.verdict(60_000);
    const { asked } = env.models;
    return generationResult(env, verdict, { faults: 0, notes: `${asked} model calls` }, [
      verdict.failed > 0 && verdict.failures,
      asked !== count && `${asked} model calls for ${count} generations`,
      env.load.answers.others(201).length > 0 && `answers: ${env.load.answers.summary}`,
    ]);
  },
};

export const chaos: Scenario = {
  id: 'C2',
  title: 'all kinds of faults under load, one after the other',
  holds:
    'every generation that is not cancelled succeeds, the last one within a minute after the last fault; cancellations, acceptances, imports and files end as told; the feed has all of it once',
  alone: true,
  run: (context) => runUnderFaults(context, context.full ? FULL : SMALL),
};

/** C2 in a minute, without the faults that take a minute to heal. Others use the machine meanwhile, so the last end may take longer. */
export const shortChaos: Scenario = { ...chaos, run: (context) => runUnderFaults(context, SHORT) };

export const control: Scenario = {
  id: 'C3',
  title: 'the same faults without our guards',
  holds: 'generations are lost or doubled, which shows that the suite would notice',
  run: async (context) => {
    const { why, ...result } = await runUnderFaults(context, SMALL, { isGuarded: false });
    const { lost = 0, doubled = 0, accepted = 0 } = result;
    if (lost > 0.9 * accepted) return { ...result, passed: false, why: `nothing works at all: ${why}` };
    return lost + doubled > 0
      ? { ...result, passed: true, notes: `noticed: ${why}` }
      : { ...result, passed: false, why: 'nothing was lost or doubled, so the suite has no power' };
  },
};

async function runUnderFaults(
  context: Context,
  size: Size,
  { isGuarded } = { isGuarded: true },
): Promise<Result> {
  const variables = isGuarded ? {} : { generations: testBuildVariables(UNGUARDED) };
  const { env, proxies } = await openProxied(context, { people: 2, variables });
  if (!isGuarded)
    await env.auditLog.sql.rows(`
      DROP TRIGGER generation_ends_once ON generation;
      ALTER TABLE invocation DROP CONSTRAINT invocation_pkey;
    `);
  const startedAt = new Date();
  const injector = new FaultInjector(faultsFor(env, proxies, size), () => context.random());
  const rate = size.generations / ((size.faults * size.everyMs) / 1000);
  const load = env.load.submit({ person: env.person, count: size.generations, rate });
  const [, other] = env.system.people;
  const everyday = isGuarded && other ? new EverydayWork(context, env, other) : undefined;
  await injector.run(size.faults, size.everyMs, context.signal);
  await load;
  await everyday?.stop();
  // Without guards, lost generations stay lost, so there is less to wait for.
  const verdict = await env.verdict(isGuarded ? size.recoveryMs + 30_000 : 30_000);
  const slowestRecoveryMs = await lastEndAfter(env, injector.lastAt);
  const problems = everyday
    ? [...(await everyday.problems(size.recoveryMs)), ...(await checkFeed(env.system.servers, startedAt))]
    : [];
  context.say(`faults ${injector.injected.summary}; answers ${env.load.answers.summary}`);
  if (everyday) context.say(`beside them ${everyday.done.summary}`);
  const notes = `${verdict.failures}, ${env.models.asked} model calls`;
  return generationResult(env, verdict, { faults: injector.injected.total, slowestRecoveryMs, notes }, [
    slowestRecoveryMs > size.recoveryMs &&
      `the last generation ended ${Math.round(slowestRecoveryMs / 1000)} s after the last fault`,
    verdict.failed > 0 && verdict.failures,
    '500' in env.load.answers.counts && `500 was answered: ${env.load.answers.summary}`,
    ...problems,
  ]);
}

/** Time from a moment to the last end of a generation, in milliseconds. */
export async function lastEndAfter({ auditLog }: GenerationEnvironment, since: number): Promise<number> {
  const ms = await auditLog.sql.number(
    `SELECT coalesce(extract(epoch FROM max(at) - $1::timestamptz) * 1000, 0) FROM audit.change
     WHERE new_status <> 'RUNNING'`,
    [new Date(since)],
  );
  return Math.max(0, ms);
}

/** Starts an environment whose workers reach NATS, and whose generations service reaches Redis, through proxies. */
export async function openProxied(
  context: Context,
  options: Pick<GenerationEnvironmentOptions, 'people' | 'variables'>,
): Promise<{ env: GenerationEnvironment; proxies: Record<string, FaultProxy> }> {
  const ports = { nats: await freePort(), redis: await freePort() };
  const nats = await FaultProxy.open(ports.nats);
  const redis = await FaultProxy.open(ports.redis);
  context.defer(() => Promise.all([nats.close(), redis.close()]));
  const env = await openGenerationEnvironment(context, {
    ...options,
    ports,
    holdMs: HOLD_MS,
    workers: 3,
    adjust: (app, usual) => {
      if (app === 'generation-worker') return throughProxy(usual, ['NATS_URL'], ports.nats, nats);
      if (app === 'generations') return throughProxy(usual, ['REDIS_URL'], ports.redis, redis);
      return usual;
    },
  });
  return { env, proxies: { 'workers and NATS': nats, 'generations and Redis': redis } };
}
