// C7 and C8: a generation worker stops for a while, and continues after another worker has done its work.
import { concurrencyFor } from '#testing/environment';
import { until } from '#testing/until';
import { within } from '../../harness/checks/invariants.ts';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { INSPECTABLE, Inspector } from '../../harness/faults/inspector.ts';
import type { Context, Result, Scenario } from '../../harness/scenario.ts';

/** Twice the lock of a job, in milliseconds. */
const BLOCKED_MS = 30_000;
/** Time in which a late worker must learn that it lost its leases, in milliseconds. */
const NOTICE_MS = 10_000;

export const blocked: Scenario = {
  id: 'C7',
  title: 'the event loop of a worker is blocked for twice the lock of a job',
  holds: 'another worker does the work; the late results change nothing',
  run: async (context) => {
    const inspector = new Inspector();
    const late = await openLateWorker(context, 5, (line) => inspector.hear(line));
    const blockedAt = Date.now();
    await inspector.block(late.worker, BLOCKED_MS);
    return overtake(context, late, async () => {
      const isOver = (): boolean => Date.now() - blockedAt > BLOCKED_MS;
      await until('the event loop is free', isOver, { withinMs: BLOCKED_MS + 10_000 });
    });
  },
};

export const halted: Scenario = {
  id: 'C8',
  title: 'SIGSTOP of a worker for longer than its leases, SIGCONT after another worker has finished',
  holds: 'another worker does the work; the late results change nothing',
  run: async (context) => {
    const late = await openLateWorker(context, context.full ? 40 : 20);
    await late.worker.kill('SIGSTOP');
    context.defer(() => late.worker.kill('SIGCONT'));
    return overtake(context, late, () => late.worker.kill('SIGCONT'));
  },
};

/** An environment with a worker that will be late. */
interface LateWorker {
  env: GenerationEnvironment;
  worker: GenerationEnvironment['workers'][number];
  /** Number of results and leases of the worker that were refused. */
  fenced: () => number;
}

/** Starts an environment whose only worker holds this many generations in the middle of their model calls. */
async function openLateWorker(
  context: Context,
  count: number,
  onLine: (line: string) => void = () => undefined,
): Promise<LateWorker> {
  let fenced = 0;
  const line = (_name: string, text: string): void => {
    onLine(text);
    if (/A lease was lost|A late result was discarded/.test(text)) fenced += 1;
  };
  const env = await openGenerationEnvironment(context, {
    workers: 1,
    holdMs: 3000,
    listener: { line },
    variables: { 'generation-worker': { GENERATION_CONCURRENCY: concurrencyFor(count) } },
    adjust: (app, usual) =>
      app === 'generation-worker'
        ? { ...usual, NODE_OPTIONS: `${usual['NODE_OPTIONS'] ?? ''} ${INSPECTABLE}` }
        : usual,
  });
  await env.load.submit({ person: env.person, count });
  await until('all generations are being written', () => env.models.inHand === count, { withinMs: 20_000 });
  return { env, worker: env.system.processes['generation-worker'], fenced: () => fenced };
}

/** Lets another worker do the work; then the late worker continues, and must change nothing. */
async function overtake(
  context: Context,
  { env, fenced }: LateWorker,
  resume: () => Promise<unknown>,
): Promise<Result> {
  const hitAt = Date.now();
  const count = env.load.accepted.length;
  env.workers.push(await env.system.add('generation-worker'));
  const first = await env.verdict(90_000);
  const recoveryMs = Date.now() - hitAt;
  const before = await hashOfRows(env);
  await resume();
  const isFenced = await within(NOTICE_MS, () => fenced() >= count);
  context.say(`${fenced()} late results and leases were refused`);
  const verdict = await env.verdict(1000);
  const hasChanged = before !== (await hashOfRows(env));
  const notes = `${count} late generations`;
  return generationResult(env, verdict, { faults: 1, slowestRecoveryMs: recoveryMs, notes }, [
    first.lost > 0 && 'no worker took over',
    verdict.failed > 0 && verdict.failures,
    hasChanged && 'a late result changed a row',
    !isFenced && `the worker learned of only ${fenced()} of ${count} lost leases`,
  ]);
}

/** One hash of all rows of the table generation. */
async function hashOfRows({ auditLog }: GenerationEnvironment): Promise<string> {
  const { hash } = await auditLog.sql.row<{ hash: string }>(
    `SELECT md5(string_agg(generation::text, '|' ORDER BY id)) AS hash FROM generation`,
  );
  return hash;
}
