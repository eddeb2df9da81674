import { apiFiltersOf, activeFilters, productSearchOf, withoutFilter } from './product-search.rules.ts';

it('reads an address, and leaves out what makes no sense', () => {
  const parameters = {
    q: ' oak ',
    genre: 'Retailer',
    marketplace: 'de',
    brand: 4711,
    tag: '',
    since: '1790000000',
  };
  expect(productSearchOf({ ...parameters, texts: 'missing', application: 'bullet-points' })).toEqual({
    q: 'oak',
    genre: 'Retailer',
    marketplace: 'DE',
    brand: '4711',
    since: 1790000000,
    texts: 'missing',
    application: 'bullet-points',
  });
  expect(
    productSearchOf({
      genre: 'Other',
      marketplace: 'Germany',
      since: 'yesterday',
      texts: 'missing',
      nothing: 1,
      q: {},
    }),
  ).toEqual({});
  expect(productSearchOf({ q: 'x'.repeat(300) }).q).toHaveLength(200);
});

it('gives the API its own names', () => {
  const search = productSearchOf({
    q: 'oak',
    since: 1790000000,
    texts: 'stale',
    application: 'product-title',
  });
  expect(apiFiltersOf(search)).toEqual({
    q: 'oak',
    updatedSince: 1790000000,
    texts: 'stale',
    applicationId: 'product-title',
  });
  expect(apiFiltersOf({ q: '-' })).toEqual({});
});

it('takes a filter away, that of texts with its application', () => {
  const search = productSearchOf({ tag: 'Kitchen', q: 'oak', texts: 'stale', application: 'product-title' });
  expect(activeFilters(search)).toEqual(['q', 'tag', 'texts']);
  expect(withoutFilter(search, 'texts')).toEqual({ tag: 'Kitchen', q: 'oak' });
  expect(activeFilters(withoutFilter(search, 'q'))).toEqual(['tag', 'texts']);
});
