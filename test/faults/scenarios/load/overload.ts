// C27: more reads than can be answered.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductContent } from '#contracts';
import { requestUnpaced, requestAtRate, type OnAnswer } from '../../harness/load/http-load.ts';
import { percentile } from '../../harness/checks/measurements.ts';
import { stock } from '../../harness/environment/products.ts';
import type { Result, Scenario, FaultEnvironment } from '../../harness/scenario.ts';

/**
 * Places of requests in work: what is answered in a second, times the seconds that an answer may take. The default is
 * meant for a gateway with a core of its own and services beside it; here all share two.
 */
const IN_FLIGHT = { IN_FLIGHT_MAX: '16' };
/** Products on a page. */
const PAGE = 30;

/** What came of a load of reads. */
interface Reads {
  /** Answers of any kind a second. */
  pace: number;
  /** Answers 200 a second. */
  goodput: number;
  /** How long answers 200 took, in milliseconds. */
  times: number[];
  statuses: Record<string, number>;
}

/** C27: three times as many reads as can be answered. */
export const overload: Scenario = {
  id: 'C27',
  title: 'three times the capacity in reads',
  alone: true,
  run: async (context) => {
    const seconds = context.full ? 20 : 5;
    const system = await context.open({ variables: { gateway: IN_FLIGHT } });
    await stock(context, system, system.people[0], WARES);
    const memory = async (): Promise<number> => (await system.memory())['gateway'] ?? 0;
    await readAll(system, { connections: 16, seconds: 6 }); // warm
    const calm = await readAll(system, { connections: 4, seconds: 3 });
    const before = await memory();
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) {
      const peak = await readAll(system, { connections: 16, seconds: 3 });
      const load = readAll(system, { connections: 300, seconds, rate: 3 * peak.goodput });
      const withoutRetryAfter = await askPolitely(system, seconds * 1000);
      rounds.push({ peak, flood: await load, withoutRetryAfter });
    }
    const after = await memory();
    const overAt = Date.now();
    const back = await readAll(system, { connections: 4, seconds: 3 });
    return overloadResult(Date.now() - overAt, { calm, rounds, back, growth: after / before });
  },
};

/** The pace of a machine changes: each flood is compared with what was just before it, and the median counts. */
const ROUNDS = 3;

interface Round {
  peak: Reads;
  flood: Reads;
  /** Refusals without Retry-After. */
  withoutRetryAfter: number;
}

interface Overload {
  calm: Reads;
  rounds: readonly Round[];
  back: Reads;
  /** Memory after, divided by before. */
  growth: number;
}

/** Products of usual size: 2 kB. */
const WARES: ProductContent[] = Array.from({ length: 100 }, (_, n) => ({
  title: `Product ${n}`,
  brand: 'Brand',
  description: 'word '.repeat(250),
  specification: 'word '.repeat(100),
  feature: 'word '.repeat(20),
  mainImage: `https://images.example/${n}.jpg`,
  link: `https://env.example/products/${n}`,
}));

function overloadResult(recoveryMs: number, { calm, rounds, back, growth }: Overload): Result {
  const median = (figure: (round: Round) => number): number => percentile(rounds.map(figure), 50);
  const slowest = ({ times }: Reads): number => percentile(times, 99);
  const share = median(({ peak, flood }) => flood.goodput / peak.goodput);
  const delay = median(({ peak, flood }) => slowest(flood) / slowest(peak));
  const load = median(({ peak, flood }) => flood.pace / peak.goodput);
  const withoutRetryAfter = rounds.reduce((sum, round) => sum + round.withoutRetryAfter, 0);
  const statuses = [...new Set(rounds.flatMap(({ flood }) => Object.keys(flood.statuses)))];
  const others = statuses.filter((status) => !['200', '429', '503'].includes(status));
  const [idle, then] = [slowest(calm), slowest(back)];
  const why = [
    load < 2.7 && `the load was only ${load.toFixed(1)} times the peak`,
    share < 0.8 && `only ${(100 * share).toFixed(0)} % of the peak were answered`,
    delay > 2 && `accepted ones took ${delay.toFixed(1)} times as long (p99)`,
    others.length > 0 && `answers: ${others.join(', ')}`,
    withoutRetryAfter > 0 && `${withoutRetryAfter} refusals without Retry-After`,
    growth > 1.5 && `memory grew ${growth.toFixed(1)} times`,
    then > 2 * idle + 50 && `afterwards it took ${then.toFixed(0)} ms instead of ${idle.toFixed(0)} ms`,
  ].filter((reason) => reason !== false);
  return {
    faults: rounds.length,
    accepted: rounds.reduce((sum, { flood }) => sum + (flood.statuses['200'] ?? 0), 0),
    lost: 0,
    doubled: 0,
    slowestRecoveryMs: recoveryMs,
    notes: rounds
      .map(
        ({ peak, flood }) =>
          `of ${flood.pace.toFixed(0)}/s ${flood.goodput.toFixed(0)}/s (${peak.goodput.toFixed(0)}/s at the peak), ` +
          `p99 ${slowest(flood).toFixed(0)} ms (${slowest(peak).toFixed(0)} ms)`,
      )
      .join('; '),
    passed: why.length === 0,
    ...(why.length > 0 ? { why: why.join('; ') } : {}),
  };
}

/** How reads are asked for. */
interface Demand {
  connections: number;
  seconds: number;
  /** Requests a second; absent, as many as are answered. */
  rate?: number;
}

/**
 * Reads on so many connections, as fast as answers come or at a steady rate. What is heard before all clients ask does
 * not count.
 */
async function readAll({ stack, people }: FaultEnvironment, { connections, seconds, rate }: Demand): Promise<Reads> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const from = performance.now() + (rate === undefined ? 0 : 1000);
  const heard: OnAnswer = (status, ms) => {
    const at = performance.now() - from;
    if (at < 0 || at > seconds * 1000) return;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 200) times.push(ms);
  };
  const headers = { authorization: `Bearer ${people[0].token}` };
  const reads = { url: `${stack.baseUrl}/products?limit=${PAGE}`, headers, connections };
  if (rate === undefined) await requestUnpaced(reads, seconds, heard);
  else await requestAtRate(reads, { rate, seconds }, heard);
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return { pace: answers / seconds, goodput: times.length / seconds, times, statuses };
}

/** Asks now and then; how many refusals did not say when to come again. */
async function askPolitely(system: FaultEnvironment, forMs: number): Promise<number> {
  let withoutRetryAfter = 0;
  for (const end = Date.now() + forMs - 500; Date.now() < end; await sleep(50)) {
    const { status, headers } = await system.people[0].request('GET', '/products?limit=1');
    if (status !== 200 && !headers.has('retry-after')) withoutRetryAfter += 1;
  }
  return withoutRetryAfter;
}
