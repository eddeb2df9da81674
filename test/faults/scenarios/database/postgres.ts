// C19 and C20: Postgres is cut off, and every database connection waits for a lock.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, Tally } from '../../harness/checks/measurements.ts';
import {
  generationResult,
  openGenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { restartPostgres } from '../../harness/faults/fault-injector.ts';
import { lockTable } from '../../harness/faults/locks.ts';
import type { Scenario } from '../../harness/scenario.ts';

export const postgresCut: Scenario = {
  id: 'C19',
  title: 'Postgres is stopped without a checkpoint three times under load',
  holds: 'answers are 201 or 503 only, and every generation succeeds',
  run: async (context) => {
    const count = context.full ? 600 : 200;
    const env = await openGenerationEnvironment(context, { holdMs: 100 });
    const load = env.load.submit({ person: env.person, count, rate: count / 20 });
    for (let n = 0; n < 3; n += 1) {
      await sleep(4000);
      await restartPostgres(env.system.servers, 500);
    }
    const lastAt = Date.now();
    await load;
    const verdict = await env.verdict(90_000);
    const others = env.load.answers.others(201, 503);
    const notes = `answers: ${env.load.answers.summary}`;
    return generationResult(env, verdict, { faults: 3, slowestRecoveryMs: Date.now() - lastAt, notes }, [
      verdict.failed > 0 && `${verdict.failed} failed`,
      others.length > 0 && `answers other than 201 and 503: ${others.join(', ')}`,
    ]);
  },
};

/** Longest time until a request is refused, in milliseconds: 2500, and 250 for a machine that runs everything. */
const REFUSED_MS = 2500 + 250;
/** Duration of the lock, in milliseconds. */
const LOCKED_MS = 8000;

export const poolExhausted: Scenario = {
  id: 'C20',
  title: 'every database connection waits for a lock',
  holds: 'requests are refused with 503 within 2.75 s and accepted again within 5 s after the lock',
  alone: true,
  run: async (context) => {
    const env = await openGenerationEnvironment(context);
    await env.load.submit({ person: env.person, count: 20 });
    const warm = env.load.accepted.length;
    const body = await env.load.body(env.person);
    const lock = await lockTable(context, env);
    const answers = new Tally();
    const times: number[] = [];
    const send = async (): Promise<void> => {
      const { status, ms } = await env.person.post('/generations', body);
      answers.add(status);
      times.push(ms);
    };
    const open: Promise<void>[] = [];
    for (const end = Date.now() + LOCKED_MS - 3000; Date.now() < end; await sleep(50)) open.push(send());
    await Promise.all(open);
    await lock.end(); // rolls back
    const freeAt = Date.now();
    await env.load.submit({ person: env.person, count: 20 });
    const recoveryMs = Date.now() - freeAt;
    const verdict = await env.verdict(60_000);
    const slowest = percentile(times, 100);
    const notes = `${times.length} refusals, the slowest after ${slowest.toFixed(0)} ms`;
    return generationResult(env, verdict, { faults: 1, slowestRecoveryMs: recoveryMs, notes }, [
      Object.keys(answers.counts).join() !== '503' && `answers: ${answers.summary}`,
      slowest > REFUSED_MS && `a refusal took ${slowest.toFixed(0)} ms`,
      recoveryMs > 5000 && `requests were accepted again after ${recoveryMs} ms`,
      env.load.accepted.length !== warm + 20 && 'not all requests were accepted afterwards',
    ]);
  },
};
