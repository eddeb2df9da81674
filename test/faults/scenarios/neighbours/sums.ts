// C61: a tenant with many large batches and a long history asks for lists and statistics with sums, again and again.
import { v7 } from 'uuid';
import type { Person, Variables } from '#testing/environment';
import { Tally } from '../../harness/checks/tally.ts';
import { Sql } from '../../harness/environment/database.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import { Flood, timed, USUAL_LIMITS, waitsBeside } from '../../harness/load/beside.ts';
import { LoadGenerator } from '../../harness/load/load-generator.ts';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';

/** Batches of the tenant: a page of them, and how many attempts each has in the ledger. */
const BATCHES = 100;
const ATTEMPTS = { full: 2000, small: 300 };
/** Hours of its statistics, nearly as many as one answer may sum up, and rows of each hour. */
const HOURS = 24 * 399;
const ROWS_OF_HOUR = { full: 20, small: 3 };
/** Clients of each kind, and how often they ask a second: together as often as an account may go on to read. */
const CLIENTS = 8;
const RATE = 25;
/** Seconds of one measurement, of which there are as many as rounds. */
const SIZES = { full: 20, small: 3 };
const ROUNDS = 3;
const PAUSE_MS = 30;

export const sums: Scenario = {
  id: 'C61',
  title:
    'a tenant with 100 batches and 400 days of statistics asks for lists and statistics with sums, 25 of each a second',
  holds:
    'p95 of another tenant’s reads of a generation, its batches and its statistics at most triples (small run: plus 100 ms) and is at most 1 s, without a 5xx',
  alone: true,
  run: (context) => runSums(context),
};

/** Runs the scenario; `variables` may make generations a test build. */
export async function runSums(context: Context, variables: Variables = {}): Promise<Result> {
  const system = await context.open({
    people: 2,
    variables: { gateway: USUAL_LIMITS, generations: variables },
  });
  const [large, other = large] = system.people;
  await addHistory(context, system, large);
  const id = await new LoadGenerator('sandbox:echo', context.signal).submitOne(other);
  const answers = new Tally();
  const paths = [`/generations/${id}`, '/generations/batches', statisticsOf(24, 'hour')];
  const work = async (): Promise<void> => {
    answers.add((await other.get(paths[answers.total % paths.length] ?? '')).status);
  };
  const flood = new Flood();
  await timed(2, work, PAUSE_MS); // warm up
  const { notes, late } = await waitsBeside(context, {
    what: 'one of these',
    rounds: ROUNDS,
    measure: () => timed(SIZES[context.full ? 'full' : 'small'], work, PAUSE_MS),
    attack: async () => {
      flood.add(CLIENTS, () => large.get('/generations/batches?limit=100'), RATE);
      flood.add(CLIENTS, () => large.get(statisticsOf(HOURS, 'day')), RATE);
      return () => flood.stop();
    },
  });
  return resultOf(
    {
      faults: flood.answers.total,
      accepted: answers.total,
      notes: `${notes}; asked: ${flood.answers.summary}`,
    },
    [
      answers.others(200).length > 0 && `answers to the other tenant: ${answers.summary}`,
      late,
      flood.answers.others(200, 429).length > 0 && `answers to the large tenant: ${flood.answers.summary}`,
      flood.answers.total < 20 && `hardly anything was asked: ${flood.answers.summary}`,
    ],
  );
}

/** The path of the statistics of the last hours. */
function statisticsOf(hours: number, interval: 'hour' | 'day'): string {
  const to = Math.ceil(Date.now() / 3_600_000) * 3600;
  return `/statistics?from=${to - hours * 3600}&to=${to}&interval=${interval}`;
}

/** Adds batches that have ended, what their attempts used, and statistics. */
async function addHistory(
  context: Context,
  { servers }: FaultEnvironment,
  { workspaceId, accountId }: Person,
): Promise<void> {
  const sql = new Sql(servers.postgres.superuserUrl('generations'));
  context.defer(() => sql.close());
  const size = context.full ? 'full' : 'small';
  const attempts = ATTEMPTS[size];
  const ids = Array.from({ length: BATCHES }, () => v7());
  await sql.rows(
    `INSERT INTO batch (workspace_id, id, account_id, holder_id, request_id, application_id, application_name,
       application_version, inputs, environment, total, waiting, success, attempts, calls, completed_at)
     SELECT $1, id, $2, $2, 'r', 'product-title', 'Title', 1, '{}', '{}', $4::int, 0, $4::int, $4::int, $4::int, now()
     FROM unnest($3::uuid[]) AS id`,
    [workspaceId, accountId, ids, attempts],
  );
  for (const id of ids)
    await sql.rows(
      `INSERT INTO invocation (workspace_id, generation_id, epoch, id, batch_id, application_id, model, calls,
         input_tokens, output_tokens, partial, ended_at, charged_at)
       SELECT $1, one, 1, one, $2, 'product-title', 'sandbox:echo', 1, 100, 20, false, now(), now() FROM unnest($3::uuid[]) AS one`,
      [workspaceId, id, Array.from({ length: attempts }, () => v7())],
    );
  await sql.rows(
    `INSERT INTO statistic (workspace_id, hours, hour, application_id, model, error_code, slot, generations, attempts, findings)
     SELECT $1, hours, hour - hour % hours, 'product-title', 'model-' || row, '', 0, count(*), count(*), sum_counts('{"DUPLICATE":1}')
     FROM unnest('{1,24}'::int[]) AS hours, generate_series(1, $3::int) AS row,
       LATERAL (SELECT extract(epoch FROM now())::int / 3600 - nth AS hour FROM generate_series(0, $2::int - 1) AS nth) AS one
     GROUP BY hours, 3, row`,
    [workspaceId, HOURS, ROWS_OF_HOUR[size]],
  );
  await sql.rows('ANALYZE invocation; ANALYZE statistic');
}
