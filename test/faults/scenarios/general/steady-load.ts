// C35: a steady load without a fault, and how far the outbox lags behind.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../harness/checks/measurements.ts';
import type { Scenario } from '../../harness/scenario.ts';
import { openWorkshop, resultOf } from '../../harness/environment/generation-environment.ts';

/**
 * Longest that 99 of 100 rows may wait in the outbox, and 99 of 100 clients for their answer, in milliseconds. In
 * twenty seconds one hiccup of the machine is one in a hundred: then the bound is wider.
 */
const BOUNDS = { lag: 1000, accept: { full: 150, small: 500 } };

export const steady: Scenario = {
  id: 'C35',
  title: 'steady load: lag of the outbox',
  alone: true,
  run: async (context) => {
    const [seconds, rate] = context.full ? [300, 20] : [20, 20];
    const shop = await openWorkshop(context);
    await shop.load.ask({ person: shop.person, count: 60 });
    shop.load.times.length = 0;
    const lags: number[] = [];
    let over = false;
    const watch = async (): Promise<void> => {
      while (!over) {
        const { lag } = await shop.audit.sql.row<{ lag: number }>(
          `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)) * 1000, 0)::float8 AS lag FROM outbox`,
        );
        lags.push(lag);
        await sleep(50);
      }
    };
    const watching = watch();
    await shop.load.ask({ person: shop.person, count: seconds * rate, rate });
    over = true;
    await watching;
    const verdict = await shop.verdict(30_000);
    const lag = percentile(lags, 99);
    const accept = percentile(shop.load.times, 99);
    const notes = `outbox age p99 ${lag.toFixed(0)} ms, accepting p99 ${accept.toFixed(0)} ms`;
    return resultOf(shop, verdict, { faults: 0, notes }, [
      verdict.failed > 0 && `${verdict.failed} failed`,
      lag > BOUNDS.lag && `rows waited ${lag.toFixed(0)} ms in the outbox (p99)`,
      accept > BOUNDS.accept[context.full ? 'full' : 'small'] &&
        `accepting took ${accept.toFixed(0)} ms (p99)`,
    ]);
  },
};
