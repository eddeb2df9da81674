// C27: more reads than the service can answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductContent } from '#contracts';
import { percentile } from '#testing/statistics';
import { Tally } from '../../harness/checks/tally.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import { insertProducts } from '../../harness/environment/products.ts';
import { sendAtRate, sendUnpaced, type OnAnswer } from '../../harness/load/http-load.ts';
import { resultOf, type Result, type Scenario } from '../../harness/scenario.ts';

/**
 * Requests in flight at the gateway: requests a second times target latency. The default is meant for a gateway with
 * a core of its own and services beside it; here all processes share two cores.
 */
const IN_FLIGHT = { IN_FLIGHT_MAX: '16' };
/** Products on a page. */
const PAGE = 30;
/** Number of rounds. The speed of a machine changes, so each overload is compared with the peak just before it. */
const ROUNDS = 3;

/** The answers to a load of reads. */
interface Reads {
  /** Answers a second, whatever their status. */
  rate: number;
  /** Answers 200 a second. */
  goodput: number;
  /** Duration of each answer 200, in milliseconds. */
  times: number[];
  statuses: Tally;
}

/** A peak, and an overload of three times that. */
interface Round {
  peak: Reads;
  overload: Reads;
  refusalsWithoutRetryAfter: number;
}

export const overload: Scenario = {
  id: 'C27',
  title: 'three times as many reads as the service can answer',
  holds:
    'at least 80 % of the peak is served with at most twice the p99; refusals are 429 or 503 with Retry-After',
  alone: true,
  run: async (context) => {
    const seconds = context.full ? 20 : 5;
    const system = await context.open({ variables: { gateway: IN_FLIGHT } });
    await insertProducts(context, system, system.people[0], PRODUCTS);
    const memory = async (): Promise<number> => (await system.memory())['gateway'] ?? 0;
    await readAll(system, { connections: 16, seconds: 6 }); // warm up
    const calm = await readAll(system, { connections: 4, seconds: 3 });
    const before = await memory();
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) {
      const peak = await readAll(system, { connections: 16, seconds: 3 });
      const load = readAll(system, { connections: 300, seconds, rate: 3 * peak.goodput });
      const refusalsWithoutRetryAfter = await readSlowly(system, seconds * 1000);
      rounds.push({ peak, overload: await load, refusalsWithoutRetryAfter });
    }
    const after = await memory();
    const overAt = Date.now();
    const back = await readAll(system, { connections: 4, seconds: 3 });
    return overloadResult(rounds, { calm, back, growth: after / before, recoveryMs: Date.now() - overAt });
  },
};

/** Products of usual size: 2 kB. */
const PRODUCTS: ProductContent[] = Array.from({ length: 100 }, (_, n) => ({
  title: `Product ${n}`,
  brand: 'Brand',
  description: 'word '.repeat(250),
  specification: 'word '.repeat(100),
  feature: 'word '.repeat(20),
  mainImage: `https://images.example/${n}.jpg`,
  link: `https://shop.example/products/${n}`,
}));

/** What was measured around the rounds; `growth` is the memory of the gateway after them divided by that before. */
interface Around {
  calm: Reads;
  back: Reads;
  growth: number;
  recoveryMs: number;
}

function overloadResult(rounds: readonly Round[], { calm, back, growth, recoveryMs }: Around): Result {
  const median = (of: (round: Round) => number): number => percentile(rounds.map(of), 50);
  const p99 = ({ times }: Reads): number => percentile(times, 99);
  const share = median((round) => round.overload.goodput / round.peak.goodput);
  const delay = median((round) => p99(round.overload) / p99(round.peak));
  const load = median((round) => round.overload.rate / round.peak.goodput);
  const without = rounds.reduce((sum, round) => sum + round.refusalsWithoutRetryAfter, 0);
  const others = new Set(rounds.flatMap((round) => round.overload.statuses.others(200, 429, 503)));
  const notes = rounds.map(
    ({ peak, overload: { rate, goodput, ...reads } }) =>
      `of ${rate.toFixed(0)}/s ${goodput.toFixed(0)}/s (${peak.goodput.toFixed(0)}/s at the peak), ` +
      `p99 ${p99({ rate, goodput, ...reads }).toFixed(0)} ms (${p99(peak).toFixed(0)} ms)`,
  );
  const accepted = rounds.reduce((sum, round) => sum + round.overload.times.length, 0);
  const counts = { faults: rounds.length, accepted, slowestRecoveryMs: recoveryMs, notes: notes.join('; ') };
  return resultOf(counts, [
    load < 2.7 && `the load was only ${load.toFixed(1)} times the peak`,
    share < 0.8 && `only ${(100 * share).toFixed(0)} % of the peak was served`,
    delay > 2 && `served requests took ${delay.toFixed(1)} times as long (p99)`,
    others.size > 0 && `answers: ${[...others].join(', ')}`,
    without > 0 && `${without} refusals without Retry-After`,
    growth > 1.5 && `memory grew ${growth.toFixed(1)} times`,
    p99(back) > 2 * p99(calm) + 50 &&
      `afterwards requests took ${p99(back).toFixed(0)} ms instead of ${p99(calm).toFixed(0)} ms (p99)`,
  ]);
}

/** How to read. */
interface Demand {
  connections: number;
  seconds: number;
  /** Requests a second; without it, as many as are answered. */
  rate?: number;
}

/** Reads pages of products. Answers that come before all clients have started do not count. */
async function readAll(
  { baseUrl, people }: FaultEnvironment,
  { connections, seconds, rate }: Demand,
): Promise<Reads> {
  const times: number[] = [];
  const statuses = new Tally();
  const from = performance.now() + (rate === undefined ? 0 : 1000);
  const onAnswer: OnAnswer = (status, ms) => {
    const at = performance.now() - from;
    if (at < 0 || at > seconds * 1000) return;
    statuses.add(status);
    if (status === 200) times.push(ms);
  };
  const headers = { authorization: `Bearer ${people[0].token}` };
  const requests = { url: `${baseUrl}/products?limit=${PAGE}`, headers, connections };
  if (rate === undefined) await sendUnpaced(requests, seconds, onAnswer);
  else await sendAtRate(requests, { rate, seconds }, onAnswer);
  return { rate: statuses.total / seconds, goodput: times.length / seconds, times, statuses };
}

/** Reads twenty times a second; returns the number of refusals without Retry-After. */
async function readSlowly({ people }: FaultEnvironment, forMs: number): Promise<number> {
  let without = 0;
  for (const end = Date.now() + forMs - 500; Date.now() < end; await sleep(50)) {
    const { status, headers } = await people[0].get('/products?limit=1');
    if (status !== 200 && !headers.has('retry-after')) without += 1;
  }
  return without;
}
