// C9 to C11: Redis is killed, loses all its data, or stays away.
import { concurrencyFor } from '#testing/environment';
import { until } from '#testing/until';
import { percentile } from '#testing/statistics';
import {
  generationResult,
  openGenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { killAndRestart } from '../../harness/faults/fault-injector.ts';
import { QUEUE_KEY } from '../../harness/load/load-generator.ts';
import type { Scenario } from '../../harness/scenario.ts';

export const redisKilled: Scenario = {
  id: 'C9',
  title: 'kill -9 of Redis while many generations are accepted',
  holds: 'every request is answered 201 and every generation succeeds',
  run: async (context) => {
    const count = context.full ? 1000 : 200;
    const env = await openGenerationEnvironment(context);
    const load = env.load.submit({ person: env.person, count });
    const isHalfway = (): boolean => env.load.accepted.length > count / 2;
    await until('half of them are accepted', isHalfway, { withinMs: 60_000 });
    const killedAt = Date.now();
    await killAndRestart(env.system.servers.redis, 1000);
    await load;
    const verdict = await env.verdict(90_000);
    const slowestRecoveryMs = Date.now() - killedAt;
    // On a slow disk Redis answers before it writes, and loses up to two seconds with its process.
    const notes = `${await env.auditLog.redispatches()} dispatched again`;
    return generationResult(env, verdict, { faults: 1, slowestRecoveryMs, notes }, [
      verdict.failed > 0 && verdict.failures,
      env.load.answers.others(201).length > 0 && `answers: ${env.load.answers.summary}`,
    ]);
  },
};

/** Grace period of an unclaimed generation, one round of the reconciler, and time to write, in milliseconds. */
const REBUILT_MS = 45_000 + 5000 + 20_000;

export const flushed: Scenario = {
  id: 'C10',
  title: 'FLUSHALL in Redis while jobs wait and run',
  holds: 'the reconciler rebuilds the queue and every generation succeeds within 70 s',
  run: async (context) => {
    const waiting = context.full ? 500 : 150;
    const env = await openGenerationEnvironment(context, {
      workers: 1,
      holdMs: 5000,
      variables: { 'generation-worker': { GENERATION_CONCURRENCY: concurrencyFor(5) } },
    });
    await env.load.submit({ person: env.person, count: waiting + 5 });
    await until('five jobs run', () => env.models.inHand === 5, { withinMs: 30_000 });
    const length = await env.redis.zcard(`${QUEUE_KEY}:prioritized`);
    await env.redis.flushall();
    const flushedAt = Date.now();
    env.models.holdMs = 0;
    const verdict = await env.verdict(REBUILT_MS + 30_000);
    const recoveryMs = Date.now() - flushedAt;
    const notes = `${length} jobs waited`;
    return generationResult(env, verdict, { faults: 1, slowestRecoveryMs: recoveryMs, notes }, [
      length < waiting / 2 && `only ${length} jobs waited in the queue`,
      verdict.failed > 0 && verdict.failures,
      recoveryMs > REBUILT_MS && `the recovery took ${Math.round(recoveryMs / 1000)} s`,
    ]);
  },
};

export const redisAway: Scenario = {
  id: 'C11',
  title: 'Redis is down under a steady load',
  holds: 'every request is answered 201, p99 at most 500 ms; the backlog is done within a minute',
  alone: true,
  run: async (context) => {
    const [awayMs, rate] = context.full ? [60_000, 20] : [12_000, 10];
    const env = await openGenerationEnvironment(context);
    const { redis } = env.system.servers;
    await env.load.submit({ person: env.person, count: 20 }); // warm up
    env.load.times.length = 0;
    await redis.kill();
    await env.load.submit({ person: env.person, count: (awayMs / 1000) * rate, rate });
    await redis.restart();
    const backAt = Date.now();
    const verdict = await env.verdict(90_000);
    const drainMs = Date.now() - backAt;
    const p99 = percentile(env.load.times, 99);
    const notes = `accepted with p99 ${p99.toFixed(0)} ms`;
    return generationResult(env, verdict, { faults: 1, slowestRecoveryMs: drainMs, notes }, [
      verdict.failed > 0 && verdict.failures,
      env.load.answers.others(201).length > 0 && `answers: ${env.load.answers.summary}`,
      p99 > 500 && `accepting took ${p99.toFixed(0)} ms (p99)`,
      drainMs > 60_000 && `the backlog took ${Math.round(drainMs / 1000)} s`,
    ]);
  },
};
