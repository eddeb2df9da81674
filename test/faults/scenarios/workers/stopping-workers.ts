// C24 and C26: a worker that is told to leave, and one that only looks alive.
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultProxy } from '#testing/neighbours';
import { freePort } from '#testing/servers';
import { through } from '../general/chaos.ts';
import { look } from '../../harness/environment/operations-port.ts';
import { until, within } from '../../harness/checks/invariants.ts';
import type { Scenario } from '../../harness/scenario.ts';
import { openWorkshop, resultOf } from '../../harness/environment/generation-environment.ts';

const IN_FLIGHT = 50;

/** C24: a worker with its hands full is told to leave. */
export const leaves: Scenario = {
  id: 'C24',
  title: 'SIGTERM of a worker with 50 in flight',
  run: async (context) => {
    const shop = await openWorkshop(context, {
      workers: 1,
      holdMs: 4000,
      variables: { 'generation-worker': { GENERATION_CONCURRENCY: String(IN_FLIGHT) } },
    });
    await shop.load.ask({ person: shop.person, count: IN_FLIGHT, lanes: IN_FLIGHT });
    await until('all are in flight', 20_000, () => shop.models.inHand === IN_FLIGHT);
    const toldAt = Date.now();
    const how = await shop.workers[0]?.stop();
    const tookMs = Date.now() - toldAt;
    const verdict = await shop.verdict(1000); // nobody else is there to do it
    const again = await shop.audit.repeatedClaims();
    return resultOf(shop, verdict, { faults: 1, slowestRecoveryMs: tookMs, notes: String(how) }, [
      how !== 'exit code 0' && `it ended by ${how}`,
      tookMs > 60_000 && `it took ${Math.round(tookMs / 1000)} s`,
      verdict.failed > 0 && `${verdict.failed} failed`,
      again > 0 && `${again} were begun twice`,
    ]);
  },
};

/** C26: a worker whose connections are open and silent takes nothing: it is found out, replaced, and all drains. */
export const wedged: Scenario = {
  id: 'C26',
  title: 'worker connected, but it takes nothing',
  run: async (context) => {
    const [stuckMs, idleMs] = context.full ? [90_000, 600_000] : [6000, 15_000];
    const ports = { redis: await freePort() };
    const proxy = await FaultProxy.open(ports.redis);
    context.defer(() => proxy.close());
    const shop = await openWorkshop(context, {
      ports,
      workers: 1,
      variables: { 'generation-worker': { WORKER_STUCK_MS: String(stuckMs) } },
      adjust: (app, usual) =>
        app === 'generation-worker' ? through(usual, 'REDIS_URL', ports.redis, proxy) : usual,
    });
    const [worker] = shop.workers;
    if (!worker) throw new Error('There is no worker.');
    await shop.load.ask({ person: shop.person, count: 5 });
    const falseAlarm = await within(idleMs, async () => {
      await sleep(500);
      return (await look(worker, 'live')) !== 200;
    });
    proxy.silence();
    const wedgedAt = Date.now();
    await shop.load.ask({ person: shop.person, count: 30 });
    const noticed = await within(120_000, async () => (await look(worker, 'live')) === 503);
    const noticedMs = Date.now() - wedgedAt;
    await worker.kill(); // as the kubelet does, in the end
    await worker.restart();
    const verdict = await shop.verdict(90_000);
    const recoveryMs = Date.now() - wedgedAt;
    const notes = `noticed after ${(noticedMs / 1000).toFixed(1)} s`;
    return resultOf(shop, verdict, { faults: 1, slowestRecoveryMs: recoveryMs, notes }, [
      falseAlarm && 'an idle worker was taken for a stuck one',
      !noticed && 'nobody noticed within two minutes',
      verdict.failed > 0 && `${verdict.failed} failed`,
    ]);
  },
};
