// Measures what lists, counts, claims and accepts take in a workspace that has the database for itself, in the same one among many
// others, and in a full one there.
import { randomUUID } from 'node:crypto';
import type { Environment, Person } from '#testing/environment';
import { HttpClient, type Answer } from '#testing/http';
import { percentile } from '#testing/statistics';
import { quietMachine, type BenchEnvironment } from '../bench-environment.ts';
import { generationsPerSecond } from '../generations.ts';
import { PRODUCT_FILTERS } from '../product-lists.ts';
import { printTable } from '../report.ts';
import { fillGenerations } from './generations.ts';
import { fillProducts } from './products.ts';
import type { Part } from './rows.ts';

/** Rows of each table in a workspace that is not full. */
const FEW = 100_000;
/** Rows in a full one: the default of `LIMIT_PRODUCTS`. */
const FULL = 1_000_000;
/** Requests of a median, after as many that are not counted. */
const REQUESTS = 50;

const GENERATION_FILTERS = {
  'all of them': '',
  'success, 90 %': 'status=SUCCESS',
  'failed, 10 %': 'status=FAILED',
  'running, none': 'status=RUNNING',
  'application, 0.1 %': 'applicationId=bullet-points',
  'manual, 0.1 %': 'manual=true',
  'automatic, 99.9 %': 'manual=false',
  'stale, 1 %': 'stale=true',
  'pending, 50 %': 'review=PENDING',
  'accepted, 40 %': 'review=ACCEPTED',
  'rejected, none': 'review=REJECTED',
};

/** Median times in milliseconds, by what was done. */
type Times = Record<string, number>;

/**
 * Measures a workspace while it is alone, and again when others have filled the database; then one that is full. Prints the times.
 */
export async function benchLarge(
  bench: BenchEnvironment,
  many: number,
  say: (text: string) => void,
): Promise<void> {
  const { environment } = bench;
  const [one, full] = await environment.addPeople('one', 'full');
  for (const person of [one, full]) await environment.addDemoData(person); // the generations measured are of its newest product
  const measured = async (person: Person, where: string): Promise<Times> => {
    await quietMachine();
    say(`Measuring ${where} …`);
    const { token } = await environment.signIn(person); // a token lives for an hour, and many rows may take longer
    return measure(new HttpClient({ baseUrl: environment.baseUrl, token }), say);
  };
  await fill(environment, [{ workspaceId: one.workspaceId, rows: FEW }], say);
  await measured(one, 'it once, as the services get faster at first');
  const alone = await measured(one, 'the workspace alone');
  const others = Array.from({ length: Math.round((many - FEW - FULL) / FEW) }, () => ({
    workspaceId: randomUUID(),
    rows: FEW,
  }));
  await fill(environment, [...others, { workspaceId: full.workspaceId, rows: FULL }], say);
  const among = await measured(one, 'the same workspace among others');
  const filled = await measured(full, 'a full workspace');
  printGrowth(alone, among, filled, many);
}

function printGrowth(alone: Times, among: Times, filled: Times, many: number): void {
  const name = (count: number): string => count.toLocaleString('en');
  const rows = Object.entries(alone).map(([what, before]) => {
    const cells = [among, filled].flatMap(({ [what]: ms = NaN }) => [
      ms.toFixed(1),
      (ms / before).toFixed(2),
    ]);
    return [what, before.toFixed(1), ...cells];
  });
  const places = [`in ${name(many)}`, `${name(FULL)} there`];
  printTable([
    [`p50, ms, of ${name(FEW)}`, 'alone', ...places.flatMap((place) => [place, 'ratio'])],
    ...rows,
  ]);
}

/** Adds products and generations to workspaces, in both databases at once. */
async function fill(
  { servers: { postgres } }: Environment,
  parts: readonly Part[],
  say: (text: string) => void,
): Promise<void> {
  const newest = new Date();
  await Promise.all([
    fillProducts(postgres.superuserUrl('catalogue'), parts, {
      newest,
      say: (text) => say(`products: ${text}`),
    }),
    fillGenerations(postgres.superuserUrl('generations'), parts, {
      newest,
      say: (text) => say(`generations: ${text}`),
    }),
  ]);
}

async function measure(client: HttpClient, say: (text: string) => void): Promise<Times> {
  const times: Times = {};
  const get = async (what: string, path: string): Promise<void> => {
    times[what] = await median(() => client.get(path));
    say(`  ${what}: ${times[what].toFixed(1)} ms`); // what comes later may fail, after an hour
  };
  const alone: number[] = [];
  await generationsPerSecond(client, 2 * REQUESTS, alone, 1);
  times['a generation, from request to result'] = percentile(alone.slice(REQUESTS), 50);
  const pending = await pendingTitles(client, 2 * REQUESTS);
  times['an accept'] = await median(() =>
    client.post(`/generations/${pending.pop()}/accept`, { to: 'product' }),
  );
  await get('products', '/products?limit=10');
  for (const [what, filter] of Object.entries(PRODUCT_FILTERS))
    await get(`products by ${what}`, `/products?limit=10&${filter}`);
  await get('count of all products', '/products/count');
  for (const [what, filter] of Object.entries(PRODUCT_FILTERS))
    await get(`count of products by ${what}`, `/products/count?${filter}`);
  for (const [what, filter] of Object.entries(GENERATION_FILTERS))
    await get(`generations, ${what}`, `/generations?limit=10&${filter}`);
  const now = Math.floor(Date.now() / 1000);
  await get('statistics of 30 days', `/statistics?from=${now - 30 * 86_400}&to=${now}&interval=day`);
  return times;
}

/** Generations of titles that nobody has accepted. */
async function pendingTitles(client: HttpClient, count: number): Promise<string[]> {
  const query = `/generations?limit=${count}&review=PENDING&applicationId=product-title`;
  const { generations } = await client.call<{ generations: { id: string }[] }>('GET', query);
  return generations.map(({ id }) => id);
}

/**
 * The median time of requests, one after the other, in milliseconds. Those before the counted ones may be refused with 503 or 504: a
 * cold database may need more time to read than a request has. NaN if a counted one is.
 */
async function median(request: () => Promise<Answer<unknown>>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 2 * REQUESTS; i += 1) {
    const { status, body, ms } = await request();
    const isLate = status === 503 || status === 504;
    if (!isLate && status > 299) throw new Error(`An answer had ${status}: ${JSON.stringify(body)}`);
    if (i >= REQUESTS) times.push(isLate ? NaN : ms);
  }
  return times.some(Number.isNaN) ? NaN : percentile(times, 50);
}
