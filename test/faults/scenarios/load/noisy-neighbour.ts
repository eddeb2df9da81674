// C28: one workspace sends far more requests than the others.
import { concurrencyFor } from '#testing/environment';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { allEnded } from '../../harness/checks/invariants.ts';
import { percentile } from '#testing/statistics';
import {
  generationResult,
  openGenerationEnvironment,
  type GenerationEnvironment,
} from '../../harness/environment/generation-environment.ts';
import { sendFromOwnProcess } from '../../harness/load/http-load.ts';
import { LoadGenerator } from '../../harness/load/load-generator.ts';
import { NOISE_MS, PAUSE_MS, quiet, withSteal, type Period } from '../../harness/load/machine.ts';
import type { Scenario } from '../../harness/scenario.ts';
import { thrownLater } from '../../harness/thrown-later.ts';

/** Number of neighbours; enough to tell the slowest in a hundred from the slowest of all. */
const NEIGHBOURS = 10;
/** Seconds of one measurement; quiet measurements that are wanted, without and with the flood, and maximum rounds. */
const SIZES = {
  full: { seconds: 20, wanted: 3, maxRounds: 9 },
  small: { seconds: 10, wanted: 1, maxRounds: 1 },
};
/** Duration of a usual model call, in milliseconds; a flood that fills its quota needs as long to become steady. */
const HOLD_MS = 8000;
/** Limit of RUNNING generations a workspace; the product's default. */
const QUOTA = 100;
/** Concurrency of each of two workers: room for a whole quota and the neighbours, so that no job waits for a place. */
const CONCURRENCY = 150;
/** Requests of the flood a second; a neighbour sends one. */
const RATE = 100;

export const flood: Scenario = {
  id: 'C28',
  title: 'one workspace sends 100 requests a second, ten others send one each',
  holds: 'p99 of the others, for answers and starts of work, at most doubles (small run: plus 100 ms)',
  alone: true,
  run: async (context) => {
    const { seconds, wanted, maxRounds } = SIZES[context.full ? 'full' : 'small'];
    // The rate limit of an account would end the flood, so it is high here: quota and queue must suffice.
    const env = await openGenerationEnvironment(context, {
      people: 1 + NEIGHBOURS,
      variables: {
        generations: { MAX_RUNNING_GENERATIONS: String(QUOTA) },
        'generation-worker': { GENERATION_CONCURRENCY: concurrencyFor(CONCURRENCY) },
      },
    });
    const [flooder, ...people] = env.system.people;
    const load = new LoadGenerator('sandbox:echo', context.signal);
    const neighbours = { people, load, seconds };
    await Promise.all([sendFlood(env, flooder, 4), observe(env, { ...neighbours, seconds: 4 })]); // warm up
    env.models.holdMs = HOLD_MS;
    env.models.spread = 0.5; // otherwise generations that start together all end together
    const rounds: Round[] = [];
    while (!isEnough(rounds, wanted) && rounds.length < maxRounds)
      rounds.push(await runRound(env, neighbours, flooder));
    await allEnded(env.auditLog, 90_000); // the last requests of the flood are accepted after its end
    env.load.accepted.push(...load.accepted, ...(await generationsOf(env, flooder)));
    const verdict = await env.verdict(1000);
    const slackMs = context.full ? 0 : PAUSE_MS;
    const isLate = (time: 'answerMs' | 'startMs'): boolean => {
      const [calm, busy] = (['calm', 'busy'] as const).map((side) => median(rounds, side, time, wanted));
      return (busy ?? NaN) > 2 * Math.max(NOISE_MS, calm ?? NaN) + slackMs;
    };
    const measured = rounds.map(({ calm, busy }) => `${inWords(calm)} → ${inWords(busy)}`).join(', ');
    const notes = `p99 of answer/start of the others: ${measured} ms; at most 2x + ${slackMs} ms`;
    return generationResult(env, verdict, { faults: rounds.length, notes }, [
      load.answers.others(201).length > 0 && `answers to a neighbour: ${load.answers.summary}`,
      rounds.some(({ refused }) => refused < RATE / 2) && 'the flood was hardly refused, so it was no flood',
      isLate('answerMs') && 'a neighbour was answered too late',
      isLate('startMs') && 'the work of a neighbour started too late',
    ]);
  },
};

interface Neighbours {
  people: readonly Person[];
  load: LoadGenerator;
  seconds: number;
}

/** p99 of the neighbours' times in one measurement, in milliseconds. */
interface Times extends Period {
  /** From request to answer. */
  answerMs: number;
  /** From acceptance to the start of the work. */
  startMs: number;
}

/** One measurement without the flood and one with it. */
interface Round {
  calm: Times;
  busy: Times;
  /** Refusals of the flood a second. */
  refused: number;
}

function isEnough(rounds: readonly Round[], wanted: number): boolean {
  const sides = [rounds.map(({ calm }) => calm), rounds.map(({ busy }) => busy)];
  return sides.every((times) => quiet(times).length >= wanted);
}

/** Median over the quiet measurements, or over all where there are not enough quiet ones. */
function median(
  rounds: readonly Round[],
  side: 'calm' | 'busy',
  time: 'answerMs' | 'startMs',
  wanted: number,
): number {
  const all = rounds.map((round) => round[side]);
  const counted = isEnough(rounds, wanted) ? quiet(all) : all;
  return percentile(
    counted.map((times) => times[time]),
    50,
  );
}

function inWords(times: Times): string {
  const { answerMs, startMs, steal } = times;
  const noise = quiet([times]).length > 0 ? '' : ` (${(100 * steal).toFixed(0)} % stolen)`;
  return `${answerMs.toFixed(0)}/${startMs.toFixed(0)}${noise}`;
}

async function runRound(env: GenerationEnvironment, neighbours: Neighbours, flooder: Person): Promise<Round> {
  await allEnded(env.auditLog, 30_000);
  const calm = await observe(env, neighbours);
  const over = thrownLater(sendFlood(env, flooder, HOLD_MS / 1000 + neighbours.seconds));
  await sleep(HOLD_MS);
  const busy = await observe(env, neighbours);
  return { calm, busy, refused: await over };
}

/** Lets each neighbour send one request a second, and measures. */
async function observe(env: GenerationEnvironment, { people, load, seconds }: Neighbours): Promise<Times> {
  const from = load.accepted.length;
  load.times.length = 0;
  const send = async (person: Person, n: number): Promise<void> => {
    await sleep((1000 * n) / people.length);
    await load.submit({ person, count: seconds, rate: 1 });
  };
  const { steal } = await withSteal(() => Promise.all(people.map(send)));
  const accepted = load.accepted.slice(from);
  const starts = await until(
    'all work has started',
    async () => {
      const rows = await env.auditLog.sql.rows<{ ms: number }>(
        `SELECT (extract(epoch FROM min(change.at) - created_at) * 1000)::float8 AS ms
         FROM generation JOIN audit.change USING (id) WHERE id = ANY ($1) GROUP BY id, created_at`,
        [accepted],
      );
      return rows.length === accepted.length && rows.map(({ ms }) => ms);
    },
    { withinMs: 30_000, everyMs: 50 },
  );
  return { answerMs: percentile(load.times, 99), startMs: percentile(starts, 99), steal };
}

/** Sends the flood, whatever the answers are; returns the number of refusals a second. */
async function sendFlood(
  { system, load }: GenerationEnvironment,
  person: Person,
  seconds: number,
): Promise<number> {
  const requests = {
    url: `${system.baseUrl}/generations`,
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(await load.body(person)),
    connections: 100,
  } as const;
  const { 429: refused = 0 } = await sendFromOwnProcess({ requests, pace: { rate: RATE, seconds } });
  return refused / seconds;
}

/** Ids of all generations of a person, those whose answer was lost included. */
async function generationsOf(
  { auditLog }: GenerationEnvironment,
  { workspaceId }: Person,
): Promise<string[]> {
  const text = 'SELECT id FROM generation WHERE workspace_id = $1';
  return (await auditLog.sql.rows<{ id: string }>(text, [workspaceId])).map(({ id }) => id);
}
