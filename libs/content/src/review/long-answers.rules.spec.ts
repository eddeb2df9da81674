// Answers of any length: what is checked of them, how many violations are kept, and that no answer takes long to check.
import type { GenerationTask } from '#contracts';
import { applicationOf } from '../applications/index.ts';
import type { CheckContext, Content } from '../applications/port.ts';
import { KNOWN_BRANDS } from '../vocabulary/brands.rules.ts';
import { contextOf, review } from './review.rules.ts';

const task = (applicationId: GenerationTask['applicationId']): GenerationTask => ({
  applicationId,
  inputs: {},
  environment: { language: 'en', model: 'test:x', temperature: 0 },
  product: {
    id: '0193a0b0-0000-7000-8000-000000000001',
    genre: 'Custom',
    title: 'Garden Bench, certified oak, organic oil',
    brand: '',
    description: 'Seats two people. Seat height 45 cm. Works with Sony speakers.',
    specification: '',
    feature: 'Compatible with iPhone',
    mainImage: '',
    link: '',
    createdAt: 0,
    updatedAt: 0,
  },
});
const contextFor = (given: GenerationTask): CheckContext =>
  contextOf({ task: given, application: applicationOf(given), secrets: [] });

describe('the review of an answer of 200,000 characters', () => {
  const long = (part: string): string => part.repeat(Math.ceil(200_000 / part.length)).slice(0, 200_000);
  const numbers = Array.from({ length: 20_000 }, (_none, place) => `${10_000 + place} cm, `).join('');

  it.each<[string, Content, GenerationTask]>([
    ['figures in a text', numbers, task('product-description')],
    ['figures in an item', [{ text: numbers }], task('product-title')],
    [
      'items',
      Array.from({ length: 15_000 }, (_none, place) => ({ text: `${place}` })),
      task('bullet-points'),
    ],
  ])('keeps at most 100 violations and the number of all: %s', (_name, content, given) => {
    const { all, found, publishable, texts } = review(content, contextFor(given));
    expect(publishable).toBeUndefined();
    expect(all.length).toBeLessThanOrEqual(100);
    expect(all[0]?.severity).toBe('hard');
    expect(found).toBeGreaterThanOrEqual(all.length);
    expect(found).toBeLessThan(10_000);
    expect(texts.length).toBeLessThanOrEqual(20);
  });

  it('finds what is wrong with the beginning, which nothing after it excuses', () => {
    const { all } = review(
      `A garden bench of GOTS fabric. ${long('b ')}`,
      contextFor(task('product-description')),
    );
    expect(all.map(({ rule }) => rule)).toEqual(['TEXT_TOO_LONG', 'UNGROUNDED_CLAIM', 'REPEATED_PASSAGE']);
  });

  it('keeps at most 100 warnings of what may be published, of each kind the first ones', () => {
    const brands = KNOWN_BRANDS.filter((brand) => /^[A-Z]\p{L}*\p{Ll}$/u.test(brand)).slice(0, 105);
    const facts = 'A garden bench of certified oak with organic oil seats two people at a height of 45 cm';
    const text = `${facts}, beside speakers of Sony, an iPhone and ${brands.join(' ')}.`;
    const { publishable, warnings, found } = review(text, contextFor(task('product-description')));
    expect(publishable).toBe(text);
    expect(warnings).toHaveLength(100);
    expect(found).toBe(104);
  });
});
