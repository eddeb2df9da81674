import type { Application, Product } from '#client';
import { factsOf, originOf, picturesOf, textsOf, textStatesOf } from './product-facts.rules.ts';

const shared = {
  id: '1',
  createdAt: 1,
  updatedAt: 1,
  brand: '',
  description: '',
  specification: '',
  feature: '',
};
const custom: Product = { ...shared, genre: 'Custom', title: 'Oak board', mainImage: '', link: '' };
const retailer: Product = {
  ...shared,
  genre: 'Retailer',
  title: 'Oak board',
  mainImage: 'https://a.example/1.png',
  link: '',
  asin: 'B07Y33KYXZ',
  marketplace: 'DE',
  features: ['Solid oak', 'Oiled'],
};

it('reads the lines of a specification', () => {
  expect(factsOf('Material: oak\n尺寸：40 cm\n\nmade by hand\nPage: https://a.example\nRatio 3:4')).toEqual([
    { label: 'Material', value: 'oak' },
    { label: '尺寸', value: '40 cm' },
    { label: '', value: 'made by hand' },
    { label: 'Page', value: 'https://a.example' },
    { label: '', value: 'Ratio 3:4' },
  ]);
});

it('has each picture once, and none that is no picture', () => {
  const images = ['https://a.example/1.png', 'javascript:alert(1)', '', 'http://a.example/2.png'];
  expect(picturesOf({ ...retailer, images })).toEqual(['https://a.example/1.png', 'http://a.example/2.png']);
  expect(picturesOf(custom)).toEqual([]);
});

it('knows the bullets of both kinds', () => {
  expect(textsOf(retailer, 'features')).toEqual(['Solid oak', 'Oiled']);
  expect(textsOf({ ...custom, feature: 'Solid oak\n\nOiled\n' }, 'features')).toEqual(['Solid oak', 'Oiled']);
});

it('tells where a text comes from', () => {
  const edited: Product = {
    ...retailer,
    edited: ['title', 'features'],
    editedBy: { title: 'person', features: 'generation' },
  };
  expect(['title', 'features', 'description'].map((field) => originOf(edited, field))).toEqual([
    'person',
    'generation',
    'imported',
  ]);
  expect(originOf(custom, 'title')).toBe('own');
});

it('tells how the texts stand', () => {
  const application = (id: string, builtIn: boolean) => ({ id, name: id, builtIn }) as Application;
  const applications = [
    application('product-title', true),
    application('bullet-points', true),
    application('own', false),
  ];
  const texts = [{ applicationId: 'bullet-points', state: 'STALE' as const, generationId: 'g1' }];
  expect(textStatesOf({ ...custom, texts }, applications)).toEqual([
    { application: { id: 'product-title', name: 'product-title' }, state: 'MISSING' },
    { application: { id: 'bullet-points', name: 'bullet-points' }, state: 'STALE', generationId: 'g1' },
  ]);
  expect(
    textStatesOf({ ...custom, texts: [{ ...texts[0]!, applicationId: 'own' }] }, applications),
  ).toHaveLength(3);
});
