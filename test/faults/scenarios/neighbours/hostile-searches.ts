// C58: one tenant sends searches that are made to be slow, while another one reads its products.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductList } from '#contracts';
import type { Person, Variables } from '#testing/environment';
import { percentile, Tally } from '../../harness/checks/measurements.ts';
import { Sql } from '../../harness/environment/database.ts';
import { NOISE_MS, PAUSE_MS } from '../../harness/load/machine.ts';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';

/** Words of the hostile tenant that end alike: as many as a workspace may have. */
const WORDS = 50_000;
/** Searches that it sends at once. */
const AT_ONCE = 30;
/** Thirty-three words that all of them resemble, as many as fit into a search. */
const SEARCH = Array.from(
  { length: 33 },
  (_, n) => `q${String.fromCharCode(97 + (n % 26))}${n > 25 ? 'x' : 'y'}aa`,
);
/** Seconds of one measurement. */
const SIZES = { full: 60, small: 8 };
/** What must hold of the 95th percentile: at most so many times that of a quiet system, and so many milliseconds. */
const MOST = { times: 3, ms: 1000 };

export const hostileSearches: Scenario = {
  id: 'C58',
  title: 'a tenant with 50,000 words that end alike sends 30 searches at once for 33 words like them',
  holds:
    'p95 of another tenant’s reads at most triples (small run: plus 100 ms) and is at most 1 s, without a 5xx',
  alone: true,
  run: (context) => runHostileSearches(context),
};

/** Runs the scenario; `variables` may make the catalogue a test build. */
export async function runHostileSearches(context: Context, variables: Variables = {}): Promise<Result> {
  const system = await context.open({ people: 2, variables: { catalogue: variables } });
  const [hostile, other = hostile] = system.people;
  const sql = new Sql(system.servers.postgres.superuserUrl('catalogue'));
  context.defer(() => sql.close());
  await sql.rows(
    `INSERT INTO product_word (workspace_id, word)
     SELECT $1, left(translate(md5(n::text), '0123456789', 'ghijklmnop'), 4) || 'aa' FROM generate_series(1, $2::int) AS n
     ON CONFLICT DO NOTHING`,
    [hostile.workspaceId, WORDS],
  );
  const { full } = context;
  const seconds = SIZES[full ? 'full' : 'small'];
  const answers = new Tally();
  await timeReads(other, answers, 2); // warm up
  const alone = await timeReads(other, answers, seconds);
  const searches = new Tally();
  const over = new AbortController();
  const flood = Promise.all(Array.from({ length: AT_ONCE }, () => search(hostile, searches, over.signal)));
  const beside = await timeReads(other, answers, seconds);
  over.abort();
  await flood;
  const [aloneMs, besideMs] = [alone, beside].map((times) => percentile(times, 95)) as [number, number];
  const most = Math.min(MOST.ms, MOST.times * Math.max(NOISE_MS, aloneMs) + (full ? 0 : PAUSE_MS));
  const notes = `p95 of a read alone ${aloneMs.toFixed(0)} ms, beside searches ${besideMs.toFixed(0)} ms; searches: ${searches.summary}`;
  return resultOf({ faults: searches.total, accepted: answers.total, notes }, [
    answers.others(200).length > 0 && `answers to the other tenant: ${answers.summary}`,
    besideMs > most && notes,
    searches.total < 5 * seconds && `hardly a search was sent: ${searches.summary}`,
  ]);
}

/** Reads a page and its first product again and again, and measures each, in milliseconds. */
async function timeReads(person: Person, answers: Tally, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const read = async <B>(path: string): Promise<B> => {
    const from = performance.now();
    const { status, body } = await person.get<B>(path);
    times.push(performance.now() - from);
    answers.add(status);
    return body;
  };
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(10)) {
    const { products } = await read<Partial<ProductList>>('/products?limit=10');
    const id = products?.[0]?.id;
    if (id) await read(`/products/${id}`);
  }
  return times;
}

async function search(person: Person, answers: Tally, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { status } = await person.get(`/products?q=${encodeURIComponent(SEARCH.join(' '))}`);
    answers.add(status);
    if (status === 429) await sleep(100);
  }
}
