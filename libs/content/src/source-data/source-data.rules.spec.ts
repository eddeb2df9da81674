// Source data: which fields of product, document and inputs it contains, and their caps.
import type { GenerationTask } from '#contracts';
import { brandOf, cleanText, hasSourceData, textsIn, sourceDataOf } from './source-data.rules.ts';

const environment = { language: 'en', model: 'test:x', temperature: 0 };
const task = (given: Partial<GenerationTask>): GenerationTask => ({
  applicationId: 'product-title',
  inputs: {},
  environment,
  ...given,
});
const product: NonNullable<GenerationTask['product']> = {
  id: '0193a0b0-0000-7000-8000-000000000001',
  genre: 'Retailer',
  asin: 'B07Y33KYXZ',
  marketplace: 'US',
  title: 'T'.repeat(600),
  brand: 'Oakline',
  description: 'D'.repeat(9000),
  specification: '',
  feature: 'First',
  features: Array.from({ length: 30 }, (_none, index) => `${index} ${'f'.repeat(1200)}`),
  mainImage: 'https://images.example/1.jpg',
  link: 'https://www.example.com/dp/B07Y33KYXZ',
  createdAt: 1,
  updatedAt: 2,
};

describe('source data', () => {
  it('is capped field by field and contains only texts about the product', () => {
    const known = sourceDataOf(task({ product })).product;
    expect(Object.keys(known ?? {})).toEqual(['title', 'brand', 'description', 'features']);
    expect(known?.['title']).toHaveLength(500);
    expect(known?.['description']).toHaveLength(8000);
    const features = known?.['features'] as string[];
    expect(features).toHaveLength(20);
    expect(features[0]).toHaveLength(1000);
  });

  it('contains free inputs at any depth, but no input that says how to write', () => {
    const inputs = {
      productId: 'x',
      variants: 3,
      keywords: ['oak'],
      size: { width: 120, note: 'wide' },
      empty: '',
    };
    expect(sourceDataOf(task({ inputs })).inputs).toEqual({
      keywords: ['oak'],
      size: { width: 120, note: 'wide' },
    });
    expect(textsIn(sourceDataOf(task({ inputs })))).toEqual(['oak', '120', 'wide']);
  });

  it('leaves out every input of the contracts that has a closed set of values', () => {
    const steering = { productId: 'x', variants: 1, count: 5, length: 'short', media: true, allowBr: true };
    const free = { keywords: ['oak'], productType: 'bench', audience: 'gardeners' };
    expect(sourceDataOf(task({ inputs: { ...steering, ...free } })).inputs).toEqual(free);
  });

  it('has the characters that entities name, but for those of markup', () => {
    const described = {
      ...product,
      title: 'K&uuml;chenmesser&shy; 20 &#215; 3 cm',
      description: '&lt;b&gt; &amp;uuml;',
    };
    const known = sourceDataOf(task({ product: described })).product;
    expect(known).toMatchObject({ title: 'Küchenmesser 20 × 3 cm', description: '&lt;b&gt; &amp;uuml;' });
  });

  it('has no invisible characters', () => {
    expect(cleanText('o\u200bak\u202e\u0007 cafe\u0301\r\nnext')).toBe('oak café\nnext');
  });

  it.each<[string, Partial<GenerationTask>, boolean]>([
    ['an empty task', {}, false],
    ['only steering inputs', { inputs: { variants: 3, productId: 'x' } }, false],
    ['only punctuation', { inputs: { keywords: ['!!'] } }, false],
    ['a keyword', { inputs: { keywords: ['oak'] } }, true],
    ['a document of facts', { document: { title: 'Bench', content: '', kind: 'facts' } }, true],
    ['a document that guides', { document: { title: 'Bench', content: 'Plain words.' } }, false],
  ])('of %s: is there anything to write about?', (_name, given, facts) => {
    expect(hasSourceData(sourceDataOf(task(given)))).toBe(facts);
  });

  it.each([
    ['Oakline', 'Oakline'],
    ['Unknown', ''],
    ['N/A', ''],
  ])('with the brand %s has the real brand “%s”', (brand, known) => {
    expect(brandOf(sourceDataOf(task({ product: { ...product, brand } })))).toBe(known);
  });
});
