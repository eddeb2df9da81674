// The price list: what a request, a generation and an imported item cost, by process, statement and message.
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { HttpClient } from '#testing/http';
import { until } from '#testing/until';
import { quietMachine, type BenchEnvironment } from '../bench-environment.ts';
import { generationsPerSecond } from '../generations.ts';
import { importProducts } from '../imports.ts';
import { fillProducts } from '../reads.ts';
import { median } from '#testing/statistics';
import { countStatements, readCounters, type Counters, type Statement } from './counters.ts';

/** What is measured: some work, a number of times. */
interface Work {
  what: string;
  /** What one is called. */
  unit: string;
  /** Done once before, so that code is compiled and connections are open. */
  warmUp: number;
  count: number;
  /** Does it; gives the times of single ones in milliseconds where it knows them. */
  run: (count: number) => Promise<number[]>;
}

/** What one costs, less what the idle system uses meanwhile; statements that are run at least once in 100, dearest first. */
export interface Price extends Omit<Counters, 'at'> {
  what: string;
  unit: string;
  count: number;
  /** Median time in milliseconds; absent where single ones have none. */
  p50?: number;
}

const IDLE_SECONDS = 20;
/** Connections that send requests at the same time: enough for both processors. */
const CONNECTIONS = 20;

/** Measures everything, one after the other. `say` hears what is measured. */
export async function profile(bench: BenchEnvironment, say: (text: string) => void): Promise<Price[]> {
  const { environment, client, person } = bench;
  const product = await fillProducts(environment, person.workspaceId);
  await countStatements(environment);
  await until('the owners are back', async () => (await client.request('GET', '/products')).status === 200);
  const idle = await idlePrice(bench, say);
  const prices = [idle];
  for (const work of worksOf(bench, product)) {
    say(`${work.what} …`);
    await work.run(work.warmUp);
    await quietMachine();
    const before = await readCounters(environment);
    const times = await work.run(work.count);
    prices.push(priceOf(work, before, await readCounters(environment), { times, idle }));
  }
  return prices;
}

/** What a second costs in which nobody asks for anything. */
async function idlePrice({ environment }: BenchEnvironment, say: (text: string) => void): Promise<Price> {
  say(`Nothing, for ${IDLE_SECONDS} s …`);
  await quietMachine();
  const before = await readCounters(environment);
  await sleep(IDLE_SECONDS * 1000);
  const work = { what: 'nothing', unit: 'second', count: IDLE_SECONDS };
  return priceOf(work, before, await readCounters(environment), { times: [] });
}

function worksOf({ environment, client, person }: BenchEnvironment, product: string): Work[] {
  const { baseUrl, coreUrl } = environment;
  const read = (what: string, url: string): Work => ({
    what,
    unit: 'request',
    warmUp: 3000,
    count: 6000,
    run: (count) => requests(url, count, person.token),
  });
  const generate = (what: string, count: number, atOnce: number): Work => ({
    what,
    unit: 'generation',
    warmUp: count, // after fewer, much of its code is not compiled yet
    count,
    run: (times) => timesOf(client, times, atOnce),
  });
  return [
    read('a list of 10 products', `${baseUrl}/products?limit=10`),
    read('a product', `${baseUrl}/products/${product}`),
    read('the account of the token', `${coreUrl}/accounts`),
    generate('a generation, 20 at once', 1000, 20),
    generate('a generation alone', 200, 1),
    importOf(client),
  ];
}

/** Imports products that nobody has imported before. */
function importOf(client: HttpClient): Work {
  let imported = 0;
  const run = async (count: number): Promise<number[]> => {
    const asins = Array.from({ length: count }, (_, i) => `B1P${String(imported + i).padStart(7, '0')}`);
    imported += count;
    await importProducts(client, asins);
    return [];
  };
  return { what: 'an import of 1,000 ASINs', unit: 'item', warmUp: 1000, count: 1000, run };
}

async function timesOf(client: HttpClient, count: number, atOnce: number): Promise<number[]> {
  const times: number[] = [];
  await generationsPerSecond(client, count, times, atOnce);
  return times;
}

/** Sends so many requests; throws when an answer is not 2xx. */
async function requests(url: string, amount: number, token: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` };
  const result = await autocannon({ url, connections: CONNECTIONS, amount, headers });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx.`);
  return [];
}

function priceOf(
  { what, unit, count }: Pick<Work, 'what' | 'unit' | 'count'>,
  before: Counters,
  after: Counters,
  { times, idle }: { times: readonly number[]; idle?: Price },
): Price {
  const seconds = (after.at - before.at) / 1000;
  const each = (used: number, idleUse = 0): number => Math.max(0, used - idleUse * seconds) / count;
  const cpuMs = Object.entries(after.cpuMs).map(([name, ms]) => [
    name,
    each(ms - (before.cpuMs[name] ?? 0), idle?.cpuMs[name]),
  ]);
  return {
    what,
    unit,
    count,
    cpuMs: Object.fromEntries(cpuMs) as Record<string, number>,
    gcMs: each(after.gcMs - before.gcMs, idle?.gcMs),
    youngCollections: each(after.youngCollections - before.youngCollections, idle?.youngCollections),
    messages: each(after.messages - before.messages, idle?.messages),
    bytes: each(after.bytes - before.bytes, idle?.bytes),
    commands: each(after.commands - before.commands, idle?.commands),
    statements: statementsOf(before, after, count),
    ...(times.length > 0 ? { p50: median(times) } : {}),
  };
}

/** Round trips to Postgres of one; or, if not `topLevel`, the statements that triggers and functions run. */
export function callsOf({ statements }: Pick<Price, 'statements'>, topLevel = true): number {
  return statements.reduce((sum, one) => (one.topLevel === topLevel ? sum + one.calls : sum), 0);
}

/** The statements of one, those of idle tasks left out by their rarity. */
function statementsOf(before: Counters, after: Counters, count: number): Statement[] {
  const key = ({ owner, text, topLevel }: Statement): string => `${owner} ${topLevel} ${text}`;
  const known = new Map(before.statements.map((statement) => [key(statement), statement]));
  return after.statements
    .map((statement) => {
      const { calls = 0, ms = 0 } = known.get(key(statement)) ?? {};
      return { ...statement, calls: (statement.calls - calls) / count, ms: (statement.ms - ms) / count };
    })
    .filter(({ calls }) => calls >= 0.01)
    .toSorted((a, b) => b.ms - a.ms);
}
