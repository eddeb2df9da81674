// What generations will take, by their prompts and limits.
import type { GenerationTask, Product } from '#contracts';
import { promptOf } from '#content';
import { estimateOf, type PromptedTask } from './estimates.rules.ts';

const product = (title: string): Product => ({
  id: '',
  genre: 'Custom',
  createdAt: 0,
  updatedAt: 0,
  title,
  brand: '',
  description: '',
  specification: '',
  feature: '',
  mainImage: '',
  link: '',
});
const about = (title: string, language = 'en'): PromptedTask => {
  const environment = { model: 'acme:large', temperature: 0, language };
  const task: GenerationTask = {
    applicationId: 'product-title',
    inputs: {},
    environment,
    product: product(title),
  };
  return { task, prompt: promptOf(task, 'nonce') };
};
const of = (count: number, ...sample: PromptedTask[]) => estimateOf('acme:large', count, sample, {});

it('an estimate grows with the products and with their texts, of which Chinese takes more', () => {
  const one = of(1, about('x'.repeat(400)));
  expect(of(1000, about('x'.repeat(400))).inputTokens).toBeGreaterThan(990 * one.inputTokens);
  expect(of(1, about('木'.repeat(400))).inputTokens - one.inputTokens).toBe(300);
  expect(of(1, about(''), about('x'.repeat(400))).inputTokens).toBeLessThan(one.inputTokens);
  expect(of(1, about('x', 'zh-CN')).outputTokens).toBe(75);
  expect(one.outputTokens).toBe(19);
});

it('what fails before a model is called takes nothing; without a price no cost is known', () => {
  const { task } = about('x');
  expect(of(2, { task, prompt: undefined })).toEqual({ inputTokens: 0, outputTokens: 0, costMicros: null });
  const price = { inputMicros: 1_000_000, outputMicros: 2_000_000, currency: 'USD' };
  const { inputTokens, outputTokens, costMicros } = estimateOf('acme:large', 3, [about('x')], {
    'acme:large': price,
  });
  expect(costMicros).toBe(inputTokens + 2 * outputTokens);
});
