// C19, C20 and C37: Postgres is cut off, every connection waits for a lock, and connections fall silent.
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultProxy } from '#testing/neighbours';
import { freePort } from '#testing/servers';
import { percentile } from '#testing/statistics';
import { Tally } from '../../harness/checks/tally.ts';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { restartPostgres } from '../../harness/faults/fault-injector.ts';
import { lockTable } from '../../harness/faults/locks.ts';
import { throughProxy } from '../../harness/faults/proxies.ts';
import type { Scenario } from '../../harness/scenario.ts';
import { thrownLater } from '../../harness/thrown-later.ts';

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
      verdict.failed > 0 && verdict.failures,
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
    for (const end = Date.now() + LOCKED_MS - 3000; Date.now() < end; await sleep(50))
      open.push(thrownLater(send()));
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

/** Longest time from the silence until every request is accepted and work goes on, in milliseconds. */
const SILENT_MS = 15_000;
/** Deadline of the generation that only the reconciler can end, after the silence began, in milliseconds. */
const HOPELESS_MS = 10_000;

export const postgresSilent: Scenario = {
  id: 'C37',
  title: 'the connections of an owner to Postgres fall silent under load, without a reset',
  holds: 'every request is accepted within 15 s; relay, claims and reconciler pause for at most 15 s',
  alone: true,
  run: async (context) => {
    const [count, rate] = context.full ? [600, 10] : [200, 8];
    const ports = { postgres: await freePort() };
    const proxy = await FaultProxy.open(ports.postgres);
    context.defer(() => proxy.close());
    const env = await openGenerationEnvironment(context, {
      ports,
      adjust: (app, usual) =>
        app === 'generations'
          ? throughProxy(usual, ['DATABASE_URL', 'DATABASE_SYSTEM_URL'], ports.postgres, proxy)
          : usual,
    });
    await env.load.submit({ person: env.person, count: 30 }); // opens the connections
    const id = await env.load.submitOne(env.person, { environment: { model: 'sandbox:slow' } });
    proxy.silence();
    const silentAt = new Date();
    const { sql } = env.auditLog;
    await sql.rows(`UPDATE generation SET deadline_at = now() + $2 * interval '1 ms' WHERE id = $1`, [
      id,
      HOPELESS_MS,
    ]);
    const waits: number[] = [];
    const send = async (): Promise<void> => {
      const sentAt = Date.now();
      await env.load.submitOne(env.person);
      waits.push(Date.now() - sentAt);
    };
    const open: Promise<void>[] = [];
    for (let n = 0; n < count; n += 1, await sleep(1000 / rate)) open.push(thrownLater(send()));
    await Promise.all(open);
    const verdict = await env.verdict(60_000);
    const slowestMs = Math.max(...waits);
    const pauseMs = await longestPauseSince(env, silentAt);
    const notes = `accepted after at most ${slowestMs} ms, work paused for ${pauseMs} ms; ${env.load.answers.summary}`;
    return generationResult(env, verdict, { faults: 1, slowestRecoveryMs: pauseMs, notes }, [
      verdict.failed !== 1 && `${verdict.failures}, not the one past its deadline alone`,
      slowestMs > SILENT_MS && `a request was accepted after ${slowestMs} ms`,
      pauseMs > SILENT_MS && `claims and ends paused for ${pauseMs} ms`,
    ]);
  },
};

/** Longest time without a claim or an end since a moment, in milliseconds. */
function longestPauseSince({ auditLog }: GenerationEnvironment, since: Date): Promise<number> {
  return auditLog.sql.number(
    `SELECT round(extract(epoch FROM max(pause)) * 1000) FROM (
       SELECT at - lag(at, 1, $1::timestamptz) OVER (ORDER BY at) AS pause FROM audit.change WHERE at >= $1
     ) AS changes`,
    [since],
  );
}
