// The limits of the applications by marketplace and medium.
import type { GenerationTask, Marketplace, PolicyLimit } from '#contracts';
import { checkLimits, limitsOf, type Limits } from './limits.rules.ts';

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
    ['that is written again', task('rewrite', 'US', { goal: 'fix', text: 'Oak', for: 'product-title' }), 75],
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

/** Limits of which a text has one. */
const only = (limit: PolicyLimit): Limits => ({
  ...limits(task('product-title')),
  ofTexts: [{ rule: 'LIMIT', severity: 'hard', limit }],
});

it.each<[string, Omit<PolicyLimit, 'field'>, string, string]>([
  ['Oak Bench, White', { unit: 'characters', most: 16 }, '', ''],
  ['Oak Bench, White', { unit: 'characters', most: 13 }, 'White', '16 of at most 13 characters'],
  ['Oak Bench, White 2', { unit: 'characters', most: 16 }, ' 2', '18 of at most 16 characters'],
  ['Gartenbankkissen', { unit: 'characters', most: 6 }, 'bankkissen', '16 of at most 6 characters'],
  ['Oak Bench 🌳🌳', { unit: 'characters', most: 11 }, '🌳', '12 of at most 11 characters'],
  ['Oak garden bench', { unit: 'words', most: 2 }, 'bench', '3 of at most 2 words'],
  ['园艺剪刀 红色', { unit: 'bytes', most: 15 }, '红色', '19 of at most 15 bytes of UTF-8'],
  ['庭の剪定ばさみ 20cm', { unit: 'fullWidth', most: 8 }, '20cm', '9.5 of at most 8 full-width characters'],
  ['Bench', { unit: 'fullWidth', least: 3 }, 'Bench', '2.5 of at least 3 full-width characters'],
])('of “%s” with %j too much is “%s”: %s', (text, limit, tooMuch, said) => {
  const found = checkLimits(text, only({ field: 'text', ...limit }));
  expect(found.map(({ start, end }) => text.slice(start, end)).join()).toBe(tooMuch);
  expect(found.map(({ detail }) => Object(detail).en).join()).toBe(said && `It has ${said}.`);
});

it('the length of a line is told of that line', () => {
  const [found] = checkLimits(
    'Oak bench\nSeats two',
    only({ field: 'description', unit: 'characters', most: 5 }),
  );
  expect(found).toMatchObject({ start: 15, end: 19, detail: { zh: '长度为9，最多5个字符。' } });
});
