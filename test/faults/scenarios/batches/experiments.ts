// C68: an experiment with a judge while processes are killed and its products are deleted.
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchCounts, Dataset, Experiment, ProductList } from '#contracts';
import { until } from '#testing/until';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import type { Scenario } from '../../harness/scenario.ts';
import { addProducts, breakSomething } from './batches.ts';

/** Duration of a model call, in milliseconds. */
const CALL_MS = 60;
/** Pause between two faults, in milliseconds. */
const PAUSE_MS = 3000;
/** Time in which an experiment must have ended after the last fault, in milliseconds: lost jobs are found after 50 s. */
const END_MS = 120_000;

export const experiments: Scenario = {
  id: 'C68',
  title:
    'kill -9 of workers, generations and Redis while an experiment runs, whose products are deleted meanwhile',
  holds:
    'each case has one text of each arm and each pair one judgement in each order, the counts add up at every look, and what is compared has run',
  run: async (context) => {
    const [count, faults] = context.full ? [500, 20] : [100, 5];
    const env = await openGenerationEnvironment(context, { workers: 3, holdMs: CALL_MS });
    await addProducts(env, count);
    const id = await begin(env);
    await deleteProducts(env);
    const errors: string[] = [];
    let experiment: Experiment | undefined;
    const look = async (): Promise<boolean> => {
      const { status, body } = await env.person.get<Experiment>(`/experiments/${id}`);
      if (status !== 200) return false; // generations is away
      if (![body.counts, body.judge?.counts].every(isWhole)) errors.push('counts do not add up');
      experiment = body;
      return body.status !== 'RUNNING';
    };
    let done = 0;
    for (; done < faults && !(await look()); done += 1) {
      await sleep(PAUSE_MS);
      await breakSomething(context, env);
    }
    const lastFaultAt = Date.now();
    await until('the experiment has ended', look, { withinMs: END_MS + count * 40 });
    const slowestRecoveryMs = Date.now() - lastFaultAt;
    const ids = await env.auditLog.sql.rows<{ id: string }>('SELECT id FROM generation');
    env.load.accepted.push(...ids.map((one) => one.id));
    const verdict = await env.verdict(10_000);
    const { counts, judge } = experiment!;
    const notes = `${counts.success} texts, ${judge?.counts.success} judgements, ${done} faults`;
    return generationResult(env, verdict, { faults: done, slowestRecoveryMs, notes }, [
      ...errors,
      counts.success + counts.failed !== 2 * count && `only ${counts.success} texts have ended`,
      ...(await comparedWrongly(env, experiment!)),
    ]);
  },
};

function isWhole(counts: BatchCounts | undefined): boolean {
  const { total = -1, waiting = 0, running = 0, success = 0, failed = 0, cancelled = 0 } = counts ?? {};
  return waiting + running + success + failed + cancelled === total;
}

async function begin({ person }: GenerationEnvironment): Promise<string> {
  const products = { filter: { brand: 'Fenwick' }, first: 1000 };
  const dataset = await person.call<Dataset>('POST', '/datasets', { body: { name: 'Boards', products } });
  const environment = { model: 'sandbox:echo' };
  const arms = [
    { name: 'now', environment },
    { name: 'new', environment: { ...environment, tone: 'friendly' } },
  ];
  const judge = { model: 'sandbox:judge' };
  const body = { datasetId: dataset.id, applicationId: 'product-title', arms, judge };
  return (await person.call<Experiment>('POST', '/experiments', { body })).id;
}

async function deleteProducts({ person }: GenerationEnvironment): Promise<void> {
  const { products } = await person.call<ProductList>('GET', '/products?limit=50');
  for (const { id } of products) await person.call('DELETE', `/products/${id}`);
}

/** What the experiment compares that has not run, or has run twice. */
async function comparedWrongly(
  { auditLog: { sql } }: GenerationEnvironment,
  { results, judge }: Experiment,
): Promise<string[]> {
  const ran = await sql.row<{ texts: number; doubled: number; pairs: number; judged: number }>(
    `WITH text AS (
       SELECT case_id, arm FROM generation WHERE application_id <> 'judgement' AND status = 'SUCCESS'
     ), pair AS (
       SELECT case_id FROM text GROUP BY case_id HAVING count(DISTINCT arm) = 2
     ), said AS (
       SELECT case_id, count(*) AS times, count(DISTINCT inputs ->> 'first') AS orders FROM generation
       WHERE application_id = 'judgement' AND status = 'SUCCESS' GROUP BY case_id
     )
     SELECT (SELECT count(*) FROM text)::int AS texts,
       (SELECT count(*) FROM text)::int - (SELECT count(*) FROM (SELECT DISTINCT * FROM text) AS one)::int
         + (SELECT count(*) FROM said WHERE times > orders)::int AS doubled,
       (SELECT count(*) FROM pair)::int AS pairs, (SELECT count(*) FROM said WHERE orders = 2)::int AS judged`,
  );
  const compared = results?.arms[1]?.scores.judgeWins?.n ?? 0;
  return [
    ran.doubled > 0 && `${ran.doubled} texts or judgements are doubled`,
    judge?.counts.total !== 2 * ran.pairs && `${judge?.counts.total} judgements of ${ran.pairs} pairs`,
    compared !== ran.judged && `${compared} pairs are compared, and ${ran.judged} were judged in both orders`,
    ran.judged === 0 && 'nothing was judged',
  ].filter((error) => error !== false);
}
