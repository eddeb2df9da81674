// C9 to C11: a Redis that dies, forgets everything, or stays away.
import { QUEUE_KEY } from '../../harness/load/load-generator.ts';
import { killAndRestart } from '../../harness/faults/fault-injector.ts';
import { until } from '../../harness/checks/invariants.ts';
import type { Scenario } from '../../harness/scenario.ts';
import { percentile } from '../../harness/checks/measurements.ts';
import { openWorkshop, resultOf } from '../../harness/environment/generation-environment.ts';

/** C9: Redis is killed while many are accepted. */
export const redisKilled: Scenario = {
  id: 'C9',
  title: 'kill -9 of Redis during many enqueues',
  run: async (context) => {
    const count = context.full ? 1000 : 200;
    const shop = await openWorkshop(context);
    const { redis } = shop.scene.stack.servers;
    const load = shop.load.ask({ person: shop.person, count });
    await until('half is accepted', 60_000, () => shop.load.accepted.length > count / 2);
    const killedAt = Date.now();
    await killAndRestart(redis, 1000);
    await load;
    const verdict = await shop.verdict(90_000);
    const slowestRecoveryMs = Date.now() - killedAt;
    // Under a slow disk Redis answers before it writes, and loses the last second with its process.
    const notes = `${await shop.audit.redispatches()} dispatched again`;
    return resultOf(shop, verdict, { faults: 1, slowestRecoveryMs, notes }, [
      verdict.failed > 0 && `${verdict.failed} failed`,
      shop.load.others('201').length > 0 && `answers: ${JSON.stringify(shop.load.heard)}`,
    ]);
  },
};

/** Reserve of an unclaimed row, a round of the reconciler, and time to write, in milliseconds. */
const REBUILT_MS = 45_000 + 5000 + 20_000;

/** C10: Redis forgets everything. */
export const flushed: Scenario = {
  id: 'C10',
  title: 'FLUSHALL with jobs waiting and active',
  run: async (context) => {
    const waiting = context.full ? 500 : 150;
    const shop = await openWorkshop(context, {
      workers: 1,
      holdMs: 5000,
      variables: { 'generation-worker': { GENERATION_CONCURRENCY: '5' } },
    });
    await shop.load.ask({ person: shop.person, count: waiting + 5 });
    await until('five are active', 30_000, () => shop.models.inHand === 5);
    const length = await shop.redis.zcard(`${QUEUE_KEY}:prioritized`);
    await shop.redis.flushall();
    const flushedAt = Date.now();
    shop.models.holdMs = 0;
    const verdict = await shop.verdict(REBUILT_MS + 30_000);
    const recoveryMs = Date.now() - flushedAt;
    return resultOf(shop, verdict, { faults: 1, slowestRecoveryMs: recoveryMs, notes: `${length} waited` }, [
      length < waiting / 2 && `only ${length} waited in the queue`,
      verdict.failed > 0 && `${verdict.failed} failed`,
      recoveryMs > REBUILT_MS && `rebuilding took ${Math.round(recoveryMs / 1000)} s`,
    ]);
  },
};

/** C11: Redis stays away under a steady load: people notice nothing, and afterwards all is done. */
export const redisAway: Scenario = {
  id: 'C11',
  title: 'Redis away under a steady load',
  alone: true,
  run: async (context) => {
    const [awayMs, rate] = context.full ? [60_000, 20] : [12_000, 10];
    const shop = await openWorkshop(context);
    const { redis } = shop.scene.stack.servers;
    await shop.load.ask({ person: shop.person, count: 20 }); // warm
    shop.load.times.length = 0;
    await redis.kill();
    await shop.load.ask({ person: shop.person, count: (awayMs / 1000) * rate, rate });
    await redis.restart();
    const backAt = Date.now();
    const verdict = await shop.verdict(90_000);
    const drainMs = Date.now() - backAt;
    const p99 = percentile(shop.load.times, 99);
    return resultOf(
      shop,
      verdict,
      { faults: 1, slowestRecoveryMs: drainMs, notes: `accepting p99 ${p99.toFixed(0)} ms` },
      [
        verdict.failed > 0 && `${verdict.failed} failed`,
        shop.load.others('201').length > 0 && `answers: ${JSON.stringify(shop.load.heard)}`,
        p99 > 500 && `accepting took ${p99.toFixed(0)} ms (p99)`,
        drainMs > 60_000 && `draining took ${Math.round(drainMs / 1000)} s`,
      ],
    );
  },
};
