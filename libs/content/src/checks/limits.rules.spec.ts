// The limits of the applications by marketplace and medium.
import type { GenerationTask, Marketplace } from '#contracts';
import { limitsOf, type Limits } from './limits.rules.ts';

const task = (
  applicationId: GenerationTask['applicationId'],
  marketplace?: Marketplace,
  inputs: GenerationTask['inputs'] = {},
): GenerationTask => ({
  applicationId,
  inputs,
  environment: { language: 'en', model: 'test:x', temperature: 0 },
  ...(marketplace
    ? {
        product: {
          id: '', genre: 'Retailer', asin: 'B000000001', marketplace, title: '', brand: '', description: '',
          specification: '', feature: '', mainImage: '', link: '', createdAt: 0, updatedAt: 0,
        },
      }
    : {}),
}); // prettier-ignore

const limits = (given: GenerationTask): Limits => limitsOf(given);

describe('the limits', () => {
  it.each([
    ['everywhere', task('product-title'), 75],
    ['in the US', task('product-title', 'US'), 75],
    ['in Saudi Arabia', task('product-title', 'SA'), 200],
    ['in the Emirates', task('product-title', 'AE'), 200],
    ['for media', task('product-title', 'US', { media: true }), 200],
    ['for a product that is no medium', task('product-title', 'US', { media: false }), 75],
  ])('of a title %s', (_where, given, maxText) => {
    expect(limits(given)).toMatchObject({ maxText, minText: 0, minItems: 1, maxTogether: Infinity });
  });

  it('of bullet points and descriptions hold everywhere', () => {
    expect(limits(task('bullet-points', 'TR'))).toMatchObject({
      maxText: 255,
      minText: 10,
      minItems: 3,
      maxTogether: 999,
    });
    expect(limits(task('product-description')).maxText).toBe(2000);
  });
});
