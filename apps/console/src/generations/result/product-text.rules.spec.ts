import type { Product } from '#client';
import { patchBackTo, presentTexts } from './product-text.rules.ts';

const retailer = {
  genre: 'Retailer',
  title: 'Desk',
  feature: 'Oak',
  features: ['Oak', 'Six drawers'],
} as Product;
const custom = { genre: 'Custom', title: 'Desk', description: '', feature: 'Oak\nSix drawers' } as Product;

describe('presentTexts', () => {
  it('tells what a result would replace', () => {
    expect(presentTexts(retailer, 'features')).toEqual(['Oak', 'Six drawers']);
    expect(presentTexts(custom, 'features')).toEqual(['Oak', 'Six drawers']);
    expect(presentTexts(custom, 'title')).toEqual(['Desk']);
    expect(presentTexts(custom, 'description')).toEqual([]);
  });
});

describe('patchBackTo', () => {
  it('gives a field back to the marketplace that nobody had edited', () =>
    expect(patchBackTo(retailer, ['features'])).toEqual({ features: null, feature: null }));
  it('brings an earlier edit back', () =>
    expect(patchBackTo({ ...retailer, edited: ['title'] } as Product, ['title'])).toEqual({ title: 'Desk' }));
  it('brings the value of a Custom product back', () =>
    expect(patchBackTo(custom, ['features'])).toEqual({ feature: 'Oak\nSix drawers' }));
});
