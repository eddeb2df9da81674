// C24 and C26: a generation worker is told to stop, and another one is alive but takes no jobs.
import { concurrencyFor } from '#testing/environment';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultProxy } from '#testing/neighbours';
import { freePort } from '#testing/servers';
import { until } from '#testing/until';
import { within } from '../../harness/checks/invariants.ts';
import {
  generationResult,
  openGenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { throughProxy } from '../../harness/faults/proxies.ts';
import type { Scenario } from '../../harness/scenario.ts';

const IN_FLIGHT = 50;

export const stopped: Scenario = {
  id: 'C24',
  title: 'SIGTERM of a worker with 50 generations in flight',
  holds: 'it finishes all of them, starts none twice, and exits with 0 within a minute',
  run: async (context) => {
    const env = await openGenerationEnvironment(context, {
      workers: 1,
      holdMs: 4000,
      variables: { 'generation-worker': { GENERATION_CONCURRENCY: concurrencyFor(IN_FLIGHT) } },
    });
    await env.load.submit({ person: env.person, count: IN_FLIGHT, lanes: IN_FLIGHT });
    await until('all are in flight', () => env.models.inHand === IN_FLIGHT, { withinMs: 20_000 });
    const stoppedAt = Date.now();
    const how = await env.workers[0]?.stop();
    const tookMs = Date.now() - stoppedAt;
    const verdict = await env.verdict(1000); // no other worker could finish them
    const repeated = await env.auditLog.repeatedClaims();
    return generationResult(env, verdict, { faults: 1, slowestRecoveryMs: tookMs, notes: String(how) }, [
      how !== 'exit code 0' && `it ended by ${how}`,
      tookMs > 60_000 && `it took ${Math.round(tookMs / 1000)} s`,
      verdict.failed > 0 && verdict.failures,
      repeated > 0 && `${repeated} were started twice`,
    ]);
  },
};

export const stuck: Scenario = {
  id: 'C26',
  title: 'the connections of a worker to Redis stay open but silent',
  holds: 'its liveness check fails, an idle worker’s does not, and all jobs end after its restart',
  run: async (context) => {
    const [stuckMs, idleMs] = context.full ? [90_000, 600_000] : [6000, 15_000];
    const ports = { redis: await freePort() };
    const proxy = await FaultProxy.open(ports.redis);
    context.defer(() => proxy.close());
    const env = await openGenerationEnvironment(context, {
      ports,
      workers: 1,
      variables: { 'generation-worker': { WORKER_STUCK_MS: String(stuckMs) } },
      adjust: (app, usual) =>
        app === 'generation-worker' ? throughProxy(usual, ['REDIS_URL'], ports.redis, proxy) : usual,
    });
    const worker = env.system.processes['generation-worker'];
    const opsUrl = env.system.opsUrls[worker.name];
    await env.load.submit({ person: env.person, count: 5 });
    const falseAlarm = await within(idleMs, async () => {
      await sleep(500);
      return (await liveness(opsUrl)) !== 200;
    });
    proxy.silence();
    const silentAt = Date.now();
    await env.load.submit({ person: env.person, count: 30 });
    const isNoticed = await within(120_000, async () => (await liveness(opsUrl)) === 503);
    const noticedMs = Date.now() - silentAt;
    await worker.kill(); // as the kubelet does after failed checks
    await worker.restart();
    const verdict = await env.verdict(90_000);
    const recoveryMs = Date.now() - silentAt;
    const notes = `noticed after ${(noticedMs / 1000).toFixed(1)} s`;
    return generationResult(env, verdict, { faults: 1, slowestRecoveryMs: recoveryMs, notes }, [
      falseAlarm && 'the liveness check of an idle worker failed',
      !isNoticed && 'the liveness check did not fail within two minutes',
      verdict.failed > 0 && verdict.failures,
    ]);
  },
};

/** Status of a process's liveness check. */
async function liveness(opsUrl: string | undefined): Promise<number> {
  const response = await fetch(`${opsUrl}/health/live`, { signal: AbortSignal.timeout(5000) });
  await response.arrayBuffer();
  return response.status;
}
