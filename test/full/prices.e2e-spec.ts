// What a request, a text and an imported item cost in statements, messages, commands and allocations, which a busy machine does
// not blur. What costs more than here is to be made cheaper, or the bound and docs/performance.md say why.
import { startBenchEnvironment, type BenchEnvironment } from '../bench/bench-environment.ts';
import { callsOf, profile, type Price } from '../bench/profile/profile.ts';

/** The most that one costs: a tenth above what was measured, because idle tasks run meanwhile. */
interface Bound {
  /** Round trips to Postgres. */
  statements: number;
  /** What our processes send over the bus, in bytes too. */
  messages: number;
  bytes: number;
  /** Of Redis, those in scripts included. */
  commands: number;
  /** Collections of young objects in a thousand: how much is allocated. */
  collections: number;
}

const BOUNDS: Readonly<Record<string, Bound>> = {
  'a list of 10 products': { statements: 1.1, messages: 2.2, bytes: 11_400, commands: 0.1, collections: 20 },
  'a product': { statements: 1.1, messages: 2.2, bytes: 1200, commands: 0.1, collections: 13 },
  'the account of the token': {
    statements: 1.1,
    messages: 2.2,
    bytes: 950,
    commands: 0.1,
    collections: 12.4,
  },
  'a generation, 20 at once': {
    statements: 10.5,
    messages: 13.9,
    bytes: 8300,
    commands: 46.5,
    collections: 245,
  },
  'a generation alone': { statements: 22.5, messages: 18, bytes: 9000, commands: 76, collections: 420 },
  'an import of 1,000 ASINs': {
    statements: 1.55,
    messages: 2.5,
    bytes: 1900,
    commands: 2.2,
    collections: 50,
  },
};

let bench: BenchEnvironment;
let prices: Price[];
beforeAll(async () => {
  bench = await startBenchEnvironment();
  prices = await profile(bench, (text) => process.stdout.write(`${text}\n`));
}, 600_000);
afterAll(() => bench?.environment.stop());

it.each(Object.entries(BOUNDS))('%s costs no more than %j', (what, bound) => {
  const price = prices.find((one) => one.what === what);
  if (!price) throw new Error(`Nothing was measured of ${what}.`);
  const { messages, bytes, commands, youngCollections } = price;
  const collections = 1000 * youngCollections;
  const found: Bound = { statements: callsOf(price), messages, bytes, commands, collections };
  const dearer = Object.entries(found).filter(([of, count]) => !(count <= bound[of as keyof Bound]));
  expect(Object.fromEntries(dearer)).toEqual({});
});

it('an idle system runs few statements', () => {
  const idle = prices.find(({ what }) => what === 'nothing');
  expect(idle && callsOf(idle)).toBeLessThan(75);
});
