// Measures what lists, counts, claims and accepts take in a workspace with many products and generations, and with few.
import { HttpClient, type Answer } from '#testing/http';
import { percentile } from '#testing/statistics';
import { quietMachine, type BenchEnvironment } from '../bench-environment.ts';
import { generationsPerSecond } from '../generations.ts';
import { PRODUCT_FILTERS } from '../product-lists.ts';
import { printTable } from '../report.ts';
import { fillGenerations } from './generations.ts';
import { fillProducts } from './products.ts';

/** Rows of each table that the many are compared with. */
const FEW = 100_000;
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

/** Fills a workspace with few rows and then with many, and prints the times of both. */
export async function benchLarge(
  bench: BenchEnvironment,
  many: number,
  say: (text: string) => void,
): Promise<void> {
  const { environment } = bench;
  const { postgres } = environment.servers;
  const [person] = await environment.addPeople('large');
  await environment.addDemoData(person); // the generations that are measured are of its newest product
  const newest = new Date();
  const fillTo = async (from: number, to: number): Promise<Times> => {
    for (const [owner, fill] of [
      ['catalogue', fillProducts],
      ['generations', fillGenerations],
    ] as const) {
      say(`Filling ${owner} to ${to.toLocaleString('en')} rows …`);
      await fill(postgres.superuserUrl(owner), person.workspaceId, { from, to, newest, say });
    }
    await quietMachine();
    const { token } = await environment.signIn(person); // a token lives for an hour, and many rows may take longer
    return measure(new HttpClient({ baseUrl: environment.baseUrl, token }), say);
  };
  const few = await fillTo(1, FEW);
  const large = await fillTo(FEW + 1, many);
  const rows = Object.entries(large).map(([what, ms]) => {
    const before = few[what] ?? NaN;
    return [what, before.toFixed(1), ms.toFixed(1), (ms / before).toFixed(2)];
  });
  printTable([['p50, ms', FEW.toLocaleString('en'), many.toLocaleString('en'), 'ratio'], ...rows]);
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
