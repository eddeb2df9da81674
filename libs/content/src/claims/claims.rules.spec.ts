// What the sentences of a content rest on: only facts that stand where the model says.
import { applicationOf, claimedForm, claimsOf, languageOf, sourceDataOf, type Item } from '#content';
import type { GenerationTask, Product } from '#contracts';

const product: Product = {
  id: '0193a0b0-0000-7000-8000-000000000001',
  genre: 'Custom',
  title: 'Oakline Garden Bench, Solid Oak, 120 cm',
  brand: 'Oakline',
  description: 'A garden bench for two people. The seat is 45 cm high.',
  specification: 'Material: Solid oak\nColor: Natural',
  feature: '',
  mainImage: '',
  link: '',
  createdAt: 0,
  updatedAt: 0,
};
const taskOf = (applicationId: string, language = 'en'): GenerationTask => ({
  applicationId,
  inputs: { audience: 'families' },
  environment: { language, model: 'test:x', temperature: 0 },
  product,
});
const aboutOf = (task: GenerationTask) => ({
  output: applicationOf(task).output(task),
  sources: sourceDataOf(task),
  language: languageOf(task.environment.language),
});
const claim = (text: string, field: string, quote: string) => ({ text, field, quote });

it('a sentence has the facts of its claims that stand in their fields, in code points', () => {
  const text = '🌳 Oak for two. Made for families.\n\nLovely evenings await.';
  const claims = claimsOf(
    text,
    [
      claim('🌳 Oak for two.', 'product.description', 'bench for  TWO people'),
      claim('🌳 Oak for two.', 'product.specification', 'bench for two people'), // stands elsewhere
      claim('Made for families.', 'inputs.audience', 'families'),
      claim('Lovely evenings await.', 'product.title', 'lovely evenings'),
      claim('Lovely evenings await.', 'product.constructor', 'Object'),
    ],
    aboutOf(taskOf('product-description')),
  );
  expect(claims).toEqual([
    {
      start: 0,
      end: 14,
      evidence: [{ field: 'product.description', quote: 'bench for  TWO people' }],
      supported: true,
    },
    { start: 15, end: 33, evidence: [{ field: 'inputs.audience', quote: 'families' }], supported: true },
    { start: 35, end: 57, evidence: [], supported: false },
  ]);
  expect(Array.from(text).slice(35, 57).join('')).toBe('Lovely evenings await.');
});

it('items are read as readers see them; parts of a sentence and other names of fields count', () => {
  const items: Item[] = [
    { header: 'Solid oak', text: 'Keeps its natural colour.' },
    { text: '45 cm high seat' },
  ];
  const stated = [
    claim('Keeps its natural colour', 'specification', 'Color: Natural'),
    claim('Solid oak: Keeps its natural colour.', 'product_data.specification', 'Solid oak'),
    claim('a', 'product.title', 'Oakline'),
  ];
  expect(claimsOf(items, stated, aboutOf(taskOf('bullet-points')))).toEqual([
    {
      index: 0,
      start: 0,
      end: 36,
      evidence: [
        { field: 'product.specification', quote: 'Color: Natural' },
        { field: 'product.specification', quote: 'Solid oak' },
      ],
      supported: true,
    },
    { index: 1, start: 0, end: 15, evidence: [], supported: false },
  ]);
});

it('sentences of languages without spaces are apart too', () => {
  const claims = claimsOf(
    '実橡木制成。座高45厘米。',
    [claim('座高45厘米', 'product.description', '45 cm')],
    aboutOf(taskOf('product-description', 'zh-CN')),
  );
  expect(claims.map(({ start, end, supported }) => [start, end, supported])).toEqual([
    [0, 6, false],
    [6, 13, true],
  ]);
});

describe('the form of an answer', () => {
  const items = applicationOf(taskOf('product-title')).output(taskOf('product-title'));

  it('asks for claims after the content, and reads an answer without them or with wrong ones', () => {
    expect(claimedForm('text').schema).toMatchObject({
      required: ['text', 'claims'],
      additionalProperties: false,
    });
    expect(claimedForm(items).schema).toMatchObject({
      properties: { results: { minItems: 1 }, claims: { type: 'array' } },
      required: ['results', 'claims'],
    });
    const read = claimedForm('text').accepts;
    expect(read.parse({ text: 'Oak.' })).toEqual({ content: 'Oak.', claims: undefined });
    expect(read.parse({ text: 'Oak.', claims: 'none' })).toEqual({ content: 'Oak.', claims: [] });
    expect(read.parse({ text: 'Oak.', claims: [1, claim('Oak.', 'product.title', 'Oak')] }).claims).toEqual([
      claim('', '', ''),
      claim('Oak.', 'product.title', 'Oak'),
    ]);
    expect(claimedForm(items).accepts.parse({ results: [{ text: 'Oak' }], claims: [] })).toEqual({
      content: { results: [{ text: 'Oak' }] },
      claims: [],
    });
    expect(claimedForm(items).accepts.safeParse({ results: 'Oak' }).success).toBe(false);
  });

  it('is whole in an answer that was cut in its claims, and not in one that has them first', () => {
    const written = { results: [{ text: 'Oak' }] };
    const stated = { claims: [claim('Oak', 'product.title', 'Oak')] };
    expect(claimedForm('text').ofBeginning?.({ text: 'Oak.', ...stated })).toEqual({ content: 'Oak.' });
    expect(claimedForm(items).ofBeginning?.({ ...written, ...stated })).toEqual({ content: written });
    for (const form of [claimedForm('text'), claimedForm(items)]) {
      for (const cut of [{ ...stated, text: 'Oa' }, { ...stated, ...written }, { text: 'Oa' }, written])
        expect(form.ofBeginning?.(cut)).toBeUndefined();
    }
  });
});
