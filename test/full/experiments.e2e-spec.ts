// An experiment as a team runs one: 200 products, the composer beside a simulated model, and a judge. Prints what it takes.
import type { Dataset, Experiment, ExperimentEstimate } from '#contracts';
import { Environment, type Person } from '#testing/environment';
import { until } from '#testing/until';
import { asinsOf } from '../faults/scenarios/imports/imports.ts';

const PRODUCTS = 200;
/** Millionths for a million tokens, as those of a small model. */
const PRICE = { inputMicros: 250_000, outputMicros: 2_000_000, currency: 'USD' };

let environment: Environment;
let ann: Person;
beforeAll(async () => {
  environment = await Environment.start({
    name: 'experiments',
    variables: {
      sandbox: { SANDBOX_QUOTA: 'off' },
      'import-worker': { IMPORT_CALL_INTERVAL_MS: '0' },
      gateway: { LIMIT_READS_PER_MIN: '100000' },
      generations: { MODEL_PRICES: JSON.stringify({ 'sandbox:echo': PRICE, 'sandbox:judge': PRICE }) },
    },
  });
  [ann] = await environment.addPeople('ann');
});
afterAll(() => environment?.stop());

it('compares two arms on 200 products within minutes, and tells its cost', async () => {
  await ann.importProducts(asinsOf('B0EXPERI', PRODUCTS));
  const products = { filter: {}, first: PRODUCTS };
  const dataset = await ann.call<Dataset>('POST', '/datasets', { body: { name: 'All', products } });
  expect(dataset.cases).toBe(PRODUCTS);
  const body = {
    datasetId: dataset.id,
    applicationId: 'product-title',
    arms: [{ name: 'composer' }, { name: 'simulated', environment: { model: 'sandbox:echo' } }],
    judge: { model: 'sandbox:judge' },
  };
  const { count, judgements, estimate } = await ann.call<ExperimentEstimate>('POST', '/experiments', {
    body: { ...body, dryRun: true },
  });
  expect([count, judgements]).toEqual([2 * PRODUCTS, 2 * PRODUCTS]);
  const startedAt = performance.now();
  const { id } = await ann.call<Experiment>('POST', '/experiments', { body });
  const ended = await until(
    'the experiment has ended',
    async () => {
      const experiment = await ann.call<Experiment>('GET', `/experiments/${id}`);
      return experiment.status !== 'RUNNING' && experiment;
    },
    { withinMs: 300_000, everyMs: 200 },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { arms, counts, judge, results } = ended;
  const costs = [...arms, judge!].map(({ usage }) => usage.costMicros ?? NaN);
  const cost = costs.reduce((sum, one) => sum + one, 0);
  const wins = results?.arms[1]?.scores.judgeWins;
  process.stderr.write(
    `${PRODUCTS} products, two arms and a judge: ${counts.success} texts and ${judge?.counts.success} judgements in ${seconds.toFixed(1)} s ` +
      `for ${(cost / 1e6).toFixed(4)} USD (estimated ${((estimate.costMicros ?? 0) / 1e6).toFixed(4)}); ` +
      `the simulated model wins ${wins?.wins} pairs, loses ${wins?.losses}, ties ${wins?.ties}\n`,
  );
  expect(counts.success + counts.failed).toBe(2 * PRODUCTS);
  expect(counts.success).toBeGreaterThan(PRODUCTS);
  expect(judge).toMatchObject({ status: 'COMPLETED', counts: { total: 2 * (wins?.n ?? 0) } });
  expect(costs[0]).toBe(0);
  expect(cost).toBeGreaterThan(0);
  expect(cost).toBeLessThan(estimate.costMicros ?? 0);
}, 600_000);
