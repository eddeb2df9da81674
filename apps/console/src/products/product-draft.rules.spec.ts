import { PRODUCT_FIELDS } from '#client';
import { changedFields, creationOf, draftOf, EMPTY_DRAFT, FIELDS, patchOf } from './product-draft.rules.ts';

it('the form has every field that can be written, once', () => {
  expect(FIELDS.Retailer.toSorted()).toEqual(Object.keys(PRODUCT_FIELDS).toSorted());
});

const base = draftOf({
  title: 'Oak board',
  brand: 'Fenwick',
  keywords: ['oak', 'kitchen'],
  description: 'A board.',
});

it('has lists with one entry a line', () => {
  expect(base).toMatchObject({ title: 'Oak board', keywords: 'oak\nkitchen', tags: '' });
});

it('sends the fields that changed', () => {
  expect(patchOf(base, base)).toEqual({});
  expect(patchOf(base, { ...base, keywords: 'oak\n\n kitchen \n' })).toEqual({});
  expect(
    patchOf(base, { ...base, title: 'Oak tray', brand: '', keywords: 'oak\n tray', tags: 'Home' }),
  ).toEqual({
    title: 'Oak tray',
    brand: '',
    keywords: ['oak', 'tray'],
    tags: ['Home'],
  });
});

it('sends what a new product has', () => {
  expect(creationOf({ ...EMPTY_DRAFT, title: 'Oak tray', images: 'https://a.example/1.png' })).toEqual({
    title: 'Oak tray',
    images: ['https://a.example/1.png'],
  });
});

it('compares lists by their entries', () => {
  expect(changedFields(base, { ...base, title: 'Oak tray', keywords: 'oak\n\nkitchen\n' })).toEqual([
    'title',
  ]);
});
