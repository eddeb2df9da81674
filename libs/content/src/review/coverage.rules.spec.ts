// Keywords and facts that stand in a result, the warning about a keyword that must, and the versions of prompts.
import { applicationOf, contextOf, coverageOf, promptVersionOf, review, type Content } from '#content';
import type { GenerationTask, Product } from '#contracts';

const product: Product = {
  id: '0193a0b0-0000-7000-8000-000000000001',
  genre: 'Custom',
  title: 'Oakline Garden Bench',
  brand: 'Oakline',
  description: 'A garden bench for two people.',
  specification: 'Material: Oak\nWidth: 60 in\nColor: Natural brown\nMade in: Portugal',
  feature: '',
  mainImage: '',
  link: '',
  keywords: ['patio'],
  createdAt: 0,
  updatedAt: 0,
};
const contextFor = (applicationId: string, keywords?: string[], language = 'en') => {
  const task: GenerationTask = {
    applicationId,
    inputs: { ...(keywords && { keywords }), variants: 2, count: 3 },
    environment: { language, model: 'test:x', temperature: 0 },
    product,
  };
  return contextOf({ task, application: applicationOf(task), secrets: [] });
};
const missing = (content: Content, context: ReturnType<typeof contextFor>) =>
  review(content, context).all.flatMap(({ rule, variant, severity, message }) =>
    rule === 'KEYWORD_MISSING' ? [`${variant} ${severity} ${message.en} / ${message.zh}`] : [],
  );

it('tells where keywords stand, inflected and in any order; those of the product where the request has none', () => {
  const text = 'Oakline benches for the garden.';
  expect(coverageOf(text, contextFor('product-description', ['garden bench!', 'teak'])).keywords).toEqual([
    { keyword: 'garden bench', found: ['text'] },
    { keyword: 'teak', found: [] },
  ]);
  expect(coverageOf(text, contextFor('product-description')).keywords).toEqual([
    { keyword: 'patio', found: [] },
  ]);
  const items: Content = [{ header: 'Garden', text: 'For two' }, { text: 'A garden of oak' }];
  expect(coverageOf(items, contextFor('bullet-points', ['garden'])).keywords).toEqual([
    { keyword: 'garden', found: ['0.header', '1.text'] },
  ]);
  expect(
    coverageOf('花园长椅，两人座', contextFor('product-description', ['花园 长椅'], 'zh')).keywords,
  ).toEqual([{ keyword: '花园 长椅', found: ['text'] }]);
});

it('counts facts in any language, converted measures too', () => {
  const context = contextFor('product-description', undefined, 'de');
  const all = { of: 5 };
  expect(coverageOf('Bank', context).facts).toEqual({ ...all, used: 0 });
  expect(
    coverageOf('Oakline-Bank aus Eiche, 152 cm breit, braun, hergestellt in Portugal', context).facts,
  ).toEqual({
    ...all,
    used: 5,
  });
});

it('warns about a keyword that must occur and does not: in each title, in bullet points together', () => {
  const titles = [{ text: 'Oakline Garden Bench' }, { text: 'Oakline Oak Bench, 60 in' }];
  expect(missing(titles, contextFor('product-title', ['garden!', 'teak']))).toEqual([
    '1 warning A keyword that must occur is missing: garden / 缺少必须出现的关键词：garden',
  ]);
  const bullets = [{ text: 'A garden bench' }, { text: 'Made of oak' }, { text: 'For two people' }];
  expect(missing(bullets, contextFor('bullet-points', ['garden!', 'oak！']))).toEqual([]);
  expect(missing(bullets, contextFor('bullet-points', ['teak!']))).toHaveLength(1);
});

it('the version of a prompt is that of its application', () => {
  const versions = ['product-title', 'bullet-points', 'product-description', 'own'].map((applicationId) =>
    promptVersionOf({ applicationId }),
  );
  expect(new Set(versions).size).toBe(4);
  for (const version of versions) expect(version).toMatch(/^[0-9a-f]{8}$/);
});
