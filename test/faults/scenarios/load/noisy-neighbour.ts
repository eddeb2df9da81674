// C28: one workspace asks for far more than its share.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductList } from '#contracts';
import { requestFromOwnProcess } from '../../harness/load/http-load.ts';
import { percentile } from '../../harness/checks/measurements.ts';
import { LoadGenerator } from '../../harness/load/load-generator.ts';
import { watchTheft } from '../../harness/load/machine.ts';
import { allEnded, until } from '../../harness/checks/invariants.ts';
import type { Person, Scenario, FaultEnvironment } from '../../harness/scenario.ts';
import { openGenerationEnvironment, resultOf, type GenerationEnvironment } from '../../harness/environment/generation-environment.ts';

/** C28: one workspace floods the service; another hardly notices. */
export const flood: Scenario = {
  id: 'C28',
  title: 'one workspace floods, others ask once a second',
  alone: true,
  run: async (context) => {
    const { seconds, wanted, most } = SIZES[context.full ? 'full' : 'small'];
    // The rate limit of an account, out of the way here, would end the flood: only quota and queue stand against it.
    const env = await openGenerationEnvironment(context, {
      people: 1 + NEIGHBOURS,
      variables: {
        generations: { MAX_RUNNING_GENERATIONS: String(QUOTA) },
        'generation-worker': { GENERATION_CONCURRENCY: String(PLACES) },
      },
    });
    const [flooder, ...neighbours] = env.system.people;
    const load = new LoadGenerator(env.system, 'sandbox:echo', context.signal);
    const around = { load, seconds, neighbours };
    await Promise.all([floodAs(env.system, flooder, 4), observed(env, { ...around, seconds: 4 })]); // warm
    env.models.holdMs = HOLD_MS;
    env.models.spread = 0.5; // or those that began together would all end together
    const rounds: Round[] = [];
    while (!quietTimes(rounds, wanted) && rounds.length < most)
      rounds.push(await besideFlood(env, around, flooder));
    await allEnded(env.auditLog, 90_000); // what the flood asked for last is accepted after it has gone
    env.load.accepted.push(...load.accepted, ...(await idsOf(env, flooder)));
    const verdict = await env.verdict(1000);
    const { calm, busy } = quietTimes(rounds, wanted) ?? timesOf(rounds);
    const slackMs = context.full ? 0 : SLACK_MS;
    const isLate = (figure: keyof Times): boolean =>
      median(busy, figure) > 2 * Math.max(NOISE_MS, median(calm, figure)) + slackMs;
    const told = rounds.map((round) => `${inWords(round.calm)} → ${inWords(round.busy)}`).join(', ');
    const notes = `p99 of answer/start of the others beside a flood: ${told} ms; at most 2x + ${slackMs} ms`;
    return resultOf(env, verdict, { faults: rounds.length, notes }, [
      load.others('201').length > 0 && `a neighbour was answered ${JSON.stringify(load.answers)}`,
      rounds.some(({ refused }) => refused < RATE / 2) && 'the flood was hardly refused: it did not come',
      isLate('answerMs') && 'a neighbour was answered too late',
      isLate('startMs') && 'the work of a neighbour began too late',
    ]);
  },
};

/** The neighbours of a flood, and for how long they ask each time. */
interface Neighbourhood {
  load: LoadGenerator;
  neighbours: readonly Person[];
  seconds: number;
}

/** What the neighbours saw in a while, in milliseconds (p99), and how much of the machine others had meanwhile. */
interface Times {
  answerMs: number;
  startMs: number;
  stolen: number;
}

interface Round {
  calm: Times;
  busy: Times;
  /** Refusals of the flood, a second. */
  refused: number;
}

function inWords(times: Times): string {
  const { answerMs, startMs, stolen } = times;
  const noise = isQuiet(times) ? '' : ` (${(100 * stolen).toFixed(0)} % stolen)`;
  return `${answerMs.toFixed(0)}/${startMs.toFixed(0)}${noise}`;
}

function timesOf(rounds: readonly Round[]): Record<'calm' | 'busy', Times[]> {
  return { calm: rounds.map(({ calm }) => calm), busy: rounds.map(({ busy }) => busy) };
}

/** Those in which the machine was ours; undefined while there are too few. */
function quietTimes(rounds: readonly Round[], wanted: number): Record<'calm' | 'busy', Times[]> | undefined {
  const { calm, busy } = timesOf(rounds);
  const quiet = { calm: calm.filter(isQuiet), busy: busy.filter(isQuiet) };
  return Math.min(quiet.calm.length, quiet.busy.length) < wanted ? undefined : quiet;
}

function isQuiet({ stolen }: Times): boolean {
  return stolen < QUIET;
}

function median(times: readonly Times[], figure: keyof Times): number {
  return percentile(
    times.map((time) => time[figure]),
    50,
  );
}

/** Enough that the slowest in a hundred is told from the slowest of all. */
const NEIGHBOURS = 10;
/** For how long they ask each time; how many quiet times are wanted, calm and busy, in at most how many rounds. */
const SIZES = {
  full: { seconds: 20, wanted: 3, most: 9 },
  small: { seconds: 10, wanted: 1, most: 1 },
};
/** Share of the machine that others may have for a time to be quiet. */
const QUIET = 0.03;
/** A usual model call, in milliseconds; a flood that fills its quota ends as it began, for as long. */
const HOLD_MS = 8000;
/** The product's own, the default. */
const QUOTA = 100;
/** Of each of two workers: room for a whole quota and for the others besides, so that nobody waits for a place. */
const PLACES = 150;
/** Figures this small are noise: what is below counts as this, in milliseconds. */
const NOISE_MS = 25;
/** In ten seconds one hiccup of the machine is the slowest in a hundred: then the bound is wider, in milliseconds. */
const SLACK_MS = 100;
/** What the flood asks for, a second: a hundred times as often as a neighbour. */
const RATE = 100;

/** What the neighbours see before one floods, and meanwhile. */
async function besideFlood(env: GenerationEnvironment, around: Neighbourhood, flooder: Person): Promise<Round> {
  await allEnded(env.auditLog, 30_000);
  const calm = await observed(env, around);
  const over = floodAs(env.system, flooder, HOLD_MS / 1000 + around.seconds);
  await sleep(HOLD_MS);
  const busy = await observed(env, around);
  return { calm, busy, refused: await over };
}

/** All ask once a second: how long answers took, and how long the work waited for its start. */
async function observed({ auditLog }: GenerationEnvironment, { load, neighbours, seconds }: Neighbourhood): Promise<Times> {
  const theft = await watchTheft();
  const from = load.accepted.length;
  load.times.length = 0;
  const ask = async (person: Person, n: number): Promise<void> => {
    await sleep((1000 * n) / neighbours.length);
    await load.submit({ person, count: seconds, rate: 1 });
  };
  await Promise.all(neighbours.map(ask));
  const stolen = await theft();
  const asked = load.accepted.slice(from);
  let starts: number[] = [];
  await until('the work of all has begun', 30_000, async () => {
    const rows = await auditLog.sql.rows<{ ms: number }>(
      `SELECT (extract(epoch FROM min(change.at) - created_at) * 1000)::float8 AS ms
       FROM generation JOIN audit.change USING (id) WHERE id = ANY ($1) GROUP BY id`,
      [asked],
    );
    starts = rows.map(({ ms }) => ms);
    return starts.length === asked.length;
  });
  return { answerMs: percentile(load.times, 99), startMs: percentile(starts, 99), stolen };
}

/** Asks a hundred times as often as others, whatever the answers are; gives how many a second were refusals. */
async function floodAs(system: FaultEnvironment, person: Person, seconds: number): Promise<number> {
  const { body } = await person.request<ProductList>('GET', '/products?limit=1');
  const inputs = { productId: body.products[0]?.id };
  const requests = {
    url: `${system.baseUrl}/generations`,
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ applicationId: 'product-title', environment: { model: 'sandbox:echo' }, inputs }),
    connections: 100,
  } as const;
  const { 429: refused = 0 } = await requestFromOwnProcess({ requests, pace: { rate: RATE, seconds } });
  return refused / seconds;
}

/** All that was accepted of somebody, the answers that got lost included. */
async function idsOf({ auditLog }: GenerationEnvironment, { workspaceId }: Person): Promise<string[]> {
  const rows = await auditLog.sql.rows<{ id: string }>('SELECT id FROM generation WHERE workspace_id = $1', [
    workspaceId,
  ]);
  return rows.map(({ id }) => id);
}
