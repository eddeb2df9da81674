// How many generations of a batch may begin before its money is spent, and what a batch will use.
import type { Product } from '#contracts';
import { affordable, estimateOf } from './batches.rules.ts';

const counts = { running: 0, success: 0, failed: 0 };

it.each([
  [4, 'before any has told its cost', { ...counts, costMicros: 0 }],
  [1, 'while others run that have not told it', { ...counts, running: 3, costMicros: 0 }],
  [10, 'by the average of those that have ended', { ...counts, success: 3, failed: 1, costMicros: 400 }],
  [4, 'beside those that run', { ...counts, running: 6, success: 4, costMicros: 400 }],
  [1, 'when less is left than one costs', { ...counts, success: 1, costMicros: 5000 }],
  [0, 'when less is left than those cost that run', { ...counts, running: 1, success: 1, costMicros: 5000 }],
])('%d more may begin %s', (expected, _, batch) => {
  expect(affordable({ ...batch, leftMicros: 1000 })).toBe(expected);
});

it('an estimate grows with the products and with their texts, of which Chinese takes more', () => {
  const environment = { model: 'acme:large', temperature: 0 };
  const task = { applicationId: 'product-title', inputs: {}, environment, rules: 'Write a title.' } as const;
  const product = (title: string): Product => ({
    ...{ id: '', genre: 'Custom', createdAt: 0, updatedAt: 0 },
    ...{ title, brand: '', description: '', specification: '', feature: '', mainImage: '', link: '' },
  });
  const of = (count: number, ...titles: string[]) =>
    estimateOf(task, count, titles.map(product), {}).estimate;
  const one = of(1, 'x'.repeat(400));
  expect(of(1000, 'x'.repeat(400)).inputTokens).toBeGreaterThan(990 * one.inputTokens);
  expect(of(1, '木'.repeat(400)).inputTokens - one.inputTokens).toBe(300);
  expect(of(1, '', 'x'.repeat(400)).inputTokens).toBeLessThan(one.inputTokens);
  expect(of(3, '').costMicros).toBeNull();
});
