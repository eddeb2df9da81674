// C58: one tenant sends searches that are made to be slow, while another one reads its products.
import type { ProductList } from '#contracts';
import type { Person, Variables } from '#testing/environment';
import { Tally } from '../../harness/checks/tally.ts';
import { Sql } from '../../harness/environment/database.ts';
import { Flood, timed, waitsBeside } from '../../harness/load/beside.ts';
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
  const seconds = SIZES[context.full ? 'full' : 'small'];
  const answers = new Tally();
  const flood = new Flood();
  await timed(2, () => read(other, answers)); // warm up
  const { notes, late } = await waitsBeside(context, {
    what: 'a page and a product',
    measure: () => timed(seconds, () => read(other, answers)),
    attack: async () => {
      flood.add(AT_ONCE, () => hostile.get(`/products?q=${encodeURIComponent(SEARCH.join(' '))}`));
      return () => flood.stop();
    },
  });
  const searches = flood.answers;
  return resultOf(
    { faults: searches.total, accepted: answers.total, notes: `${notes}; searches: ${searches.summary}` },
    [
      answers.others(200).length > 0 && `answers to the other tenant: ${answers.summary}`,
      late,
      searches.total < 5 * seconds && `hardly a search was sent: ${searches.summary}`,
    ],
  );
}

/** Reads a page and its first product. */
async function read(person: Person, answers: Tally): Promise<void> {
  const page = await person.get<Partial<ProductList>>('/products?limit=10');
  answers.add(page.status);
  const id = page.body.products?.[0]?.id;
  if (id) answers.add((await person.get(`/products/${id}`)).status);
}
