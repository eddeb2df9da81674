// The offline composer with invented products whose texts have the flaws of real ones.
import type { ApplicationId } from '#contracts';
import { outcomeOf, readSample, SAMPLE_ORDERS } from '../../test/sample-products.ts';

const samples = readSample(new URL('../../test/data/products.json', import.meta.url));
/** Products with too little source data for some kinds of content: a name alone, or a name and filler. */
const POOR: Partial<Record<ApplicationId, string[]>> = {
  'bullet-points': ['B0SAMPLE10', 'B0SAMPLE21', 'B0SAMPLE32', 'B0SAMPLE53'],
  'product-description': ['B0SAMPLE10', 'B0SAMPLE32'],
};

describe('the offline composer with invented products', () => {
  it.each(SAMPLE_ORDERS)(
    'writes %s without hard violations, or finds too little source data',
    (_name, applicationId, inputs) => {
      const poor = samples.filter(
        (sample) => outcomeOf(applicationId, inputs, sample) === 'InsufficientProductData',
      );
      expect(poor.map(({ asin }) => asin)).toEqual(POOR[applicationId] ?? []);
    },
  );
});
