// The offline composer with 2,561 real products. They are not part of the repository; without them the test is skipped.
import { existsSync } from 'node:fs';
import { outcomeOf, readSample, SAMPLE_ORDERS, type SampleOutcome } from './sample-products.ts';

const REAL_PRODUCTS = new URL('../../../../shared/data/products.json', import.meta.url);

/** Least share of products for which there must be content. */
const SHARES: Readonly<Record<string, number>> = { 'five bullet points': 0.98, 'a description': 0.99 };

const present = existsSync(REAL_PRODUCTS);
if (!present) process.stdout.write(`Skipped: there are no real products at ${REAL_PRODUCTS.pathname}.\n`);

(present ? describe : describe.skip)('the offline composer with real products', () => {
  const samples = present ? readSample(REAL_PRODUCTS) : [];

  it.each(SAMPLE_ORDERS)(
    'writes %s without hard violations, or finds too little source data',
    (name, applicationId, inputs) => {
      const outcomes = samples.map((sample) => outcomeOf(applicationId, inputs, sample));
      const count = (outcome: SampleOutcome): number => outcomes.filter((one) => one === outcome).length;
      const [complete, fewer, none] = [count('complete'), count('fewer'), count('InsufficientProductData')];
      process.stdout.write(
        `${name}: ${complete} of ${samples.length} complete, ${fewer} with fewer items, ${none} without enough source data\n`,
      );
      expect((complete + fewer) / samples.length).toBeGreaterThanOrEqual(SHARES[name] ?? 1);
    },
    120_000,
  );
});
