// C48: generations are cancelled at any moment of their work.
import { concurrencyFor } from '#testing/environment';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Generation } from '#contracts';
import { until } from '#testing/until';
import { within } from '../../harness/checks/invariants.ts';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import type { Context, Scenario } from '../../harness/scenario.ts';

/** Duration of a model call in the races, in milliseconds, up to half shorter or longer. */
const CALL_MS = 200;
/** Time in which the model call of a cancelled generation must be aborted, in milliseconds. */
const ABORT_MS = 2000;
/** Generations that are cancelled together in the middle of their model calls. */
const TOGETHER = 50;
const LANES = 20;

export const cancelled: Scenario = {
  id: 'C48',
  title: 'clients cancel generations while workers finish them, and in the middle of long model calls',
  holds:
    'one outcome each, as the client was told; model calls are aborted within 2 s; every attempt tells its usage',
  run: async (context) => {
    const env = await openGenerationEnvironment(context, {
      holdMs: CALL_MS,
      variables: { 'generation-worker': { GENERATION_CONCURRENCY: concurrencyFor(TOGETHER) } },
    });
    env.models.spread = 0.5;
    const answers = await race(context, env, context.full ? 1000 : 300);
    const abortedMs = await abortTogether(env);
    const isTold = await within(5000, async () => (await untoldAttempts(env)) === 0);
    const untold = await untoldAttempts(env);
    const verdict = await env.verdict(30_000);
    const wrong = await differing(env, answers);
    const succeeded = answers.filter(({ status }) => status === 'SUCCESS').length;
    const notes = `${answers.length - succeeded} cancelled, ${succeeded} finished before; calls aborted within ${abortedMs} ms`;
    return generationResult(env, verdict, { faults: answers.length, slowestRecoveryMs: abortedMs, notes }, [
      wrong > 0 && `${wrong} records differ from what the client was told`,
      (succeeded === 0 || succeeded === answers.length) && 'there was no race',
      abortedMs > ABORT_MS && `model calls were aborted after ${abortedMs} ms`,
      !isTold && `${untold} attempts told no usage`,
    ]);
  },
};

/** Requests generations and cancels each after a random time; resolves with the answers. */
async function race(context: Context, env: GenerationEnvironment, count: number): Promise<Generation[]> {
  const answers: Generation[] = [];
  let left = count;
  const lane = async (): Promise<void> => {
    while ((left -= 1) >= 0 && !context.signal.aborted) {
      const id = await env.load.submitOne(env.person);
      await sleep(context.random() * 2.5 * CALL_MS);
      answers.push(await env.person.call<Generation>('POST', `/generations/${id}/cancel`));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return answers;
}

/** Cancels generations in the middle of long model calls; resolves with the time until no call is open. */
async function abortTogether(env: GenerationEnvironment): Promise<number> {
  const before = env.load.accepted.length;
  await until('no call is open', () => env.models.inHand === 0, { withinMs: 10_000 });
  env.models.holdMs = 60_000;
  await env.load.submit({ person: env.person, count: TOGETHER });
  await until('all calls are open', () => env.models.inHand === TOGETHER, { withinMs: 20_000 });
  const startedAt = performance.now();
  const ids = env.load.accepted.slice(before);
  await Promise.all(ids.map((id) => env.person.call('POST', `/generations/${id}/cancel`)));
  await until('no call is open', () => env.models.inHand === 0, { withinMs: 20_000, everyMs: 10 });
  return Math.round(performance.now() - startedAt);
}

/** Attempts whose worker has not told what they used. */
function untoldAttempts({ auditLog }: GenerationEnvironment): Promise<number> {
  return auditLog.sql.number('SELECT count(*) FROM invocation WHERE ended_at IS NULL');
}

/** Number of records that are not as the answer to their cancellation said. */
async function differing(
  { auditLog }: GenerationEnvironment,
  answers: readonly Generation[],
): Promise<number> {
  const told = answers.map(({ id, status, errorCode = null }) => ({ id, status, errorCode }));
  return auditLog.sql.number(
    `SELECT count(*) FROM json_to_recordset($1::json) AS told (id uuid, status text, "errorCode" text)
     LEFT JOIN generation USING (id)
     WHERE (generation.status, error_code) IS DISTINCT FROM (told.status, "errorCode")
       OR coalesce(error_code, 'Cancelled') <> 'Cancelled'`,
    [JSON.stringify(told)],
  );
}
