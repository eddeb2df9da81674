// The offline composer with invented products whose texts have the flaws of real ones.
import type { ApplicationId } from '#contracts';
import { outcomeOf, readSample, SAMPLE_ORDERS } from '../../test/sample-products.ts';

const samples = readSample(new URL('../../test/data/products.json', import.meta.url));
/**
 * Numbers of products with too little source data for a kind of content: a name alone, filler, or facts that only repeat the
 * name.
 */
const POOR: Partial<Record<ApplicationId, number[]>> = {
  'bullet-points': [10, 17, 19, 20, 21, 28, 32, 51, 53],
  'product-description': [10, 20, 21, 28, 32, 53],
  'item-highlights': [10, 19, 20, 21, 28, 32, 53],
  'search-terms': [10, 32],
  'seo-meta': [28],
  listing: [10, 17, 19, 20, 21, 28, 32, 51, 53],
};

describe('the offline composer with invented products', () => {
  it.each(SAMPLE_ORDERS)(
    'writes %s without hard violations, or finds too little source data',
    (_name, applicationId, inputs) => {
      const poor = samples.filter(
        (sample) => outcomeOf(applicationId, inputs, sample) === 'InsufficientProductData',
      );
      expect(poor.map(({ asin }) => Number(asin.slice(-2)))).toEqual(POOR[applicationId] ?? []);
    },
  );
});
