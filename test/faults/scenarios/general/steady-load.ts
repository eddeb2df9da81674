// C35: a steady load without faults, and the age of the rows in the outbox.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '#testing/statistics';
import {
  generationResult,
  openGenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import type { Scenario } from '../../harness/scenario.ts';

/**
 * Longest p99 of the age of the oldest row in the outbox, and of the time until a request is accepted, in
 * milliseconds. In twenty seconds one pause of the machine is the slowest of a hundred, so that bound is wider.
 */
const BOUNDS = { age: 1000, accept: { full: 150, small: 500 } };

export const steady: Scenario = {
  id: 'C35',
  title: 'a steady load without faults',
  holds: 'p99: rows wait at most 1 s in the outbox, requests are accepted within 500 ms (full run: 150 ms)',
  alone: true,
  run: async (context) => {
    const [seconds, rate] = context.full ? [300, 20] : [20, 20];
    const env = await openGenerationEnvironment(context);
    await env.load.submit({ person: env.person, count: 60 }); // warm up
    env.load.times.length = 0;
    const ages: number[] = [];
    let isOver = false;
    const watch = async (): Promise<void> => {
      const age =
        'SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)) * 1000, 0) FROM outbox';
      for (; !isOver; await sleep(50)) ages.push(await env.auditLog.sql.number(age));
    };
    const watching = watch();
    await env.load.submit({ person: env.person, count: seconds * rate, rate });
    isOver = true;
    await watching;
    const verdict = await env.verdict(30_000);
    const age = percentile(ages, 99);
    const accept = percentile(env.load.times, 99);
    const notes = `outbox age p99 ${age.toFixed(0)} ms, accepting p99 ${accept.toFixed(0)} ms`;
    return generationResult(env, verdict, { faults: 0, notes }, [
      verdict.failed > 0 && verdict.failures,
      age > BOUNDS.age && `rows waited ${age.toFixed(0)} ms in the outbox (p99)`,
      accept > BOUNDS.accept[context.full ? 'full' : 'small'] &&
        `accepting took ${accept.toFixed(0)} ms (p99)`,
    ]);
  },
};
