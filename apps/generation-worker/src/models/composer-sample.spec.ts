// The offline composer with invented products whose texts have the flaws of real ones.
import { outcomeOf, readSample, SAMPLE_ORDERS } from '../../test/sample-products.ts';

const samples = readSample(new URL('../../test/data/products.json', import.meta.url));
/** Products with too little source data for bullet points or a description. */
const POOR = new Set(['B0SAMPLE10']);

describe('the offline composer with invented products', () => {
  it.each(SAMPLE_ORDERS)('writes %s without hard violations', (_name, applicationId, inputs) => {
    for (const sample of samples) {
      const outcome = outcomeOf(applicationId, inputs, sample);
      const poor = POOR.has(sample.asin) && applicationId !== 'product-title';
      expect({ asin: sample.asin, poor: outcome === 'InsufficientProductData' }).toEqual({
        asin: sample.asin,
        poor,
      });
    }
  });
});
