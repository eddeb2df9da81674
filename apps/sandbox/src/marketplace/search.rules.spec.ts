// Tests the validation of catalog queries and the pages of a search.
import { MARKETPLACES } from '#contracts';
import { ErrorResponse } from '../errors/error-response.rules.ts';
import { pageOf, parseSearch, type Query } from './search.rules.ts';

const US = 'ATVPDKIKX0DER';
const asins = Array.from({ length: 20 }, (_, i) => `B0000000${String(i).padStart(2, '0')}`);

function query(changes: Query = {}): Query {
  return { identifiersType: 'ASIN', identifiers: asins.join(), marketplaceIds: US, ...changes };
}

function errorOf(parse: () => unknown): unknown {
  try {
    parse();
  } catch (error) {
    if (error instanceof ErrorResponse) return [error.status, error.body];
    throw error;
  }
  return 'accepted';
}

const invalid = (parameter: string): unknown => [
  400,
  { errors: [{ code: 'InvalidInput', message: `Invalid '${parameter}' provided.`, details: '' }] },
];

describe('search requests', () => {
  it('use the defaults of the real marketplace', () => {
    expect(parseSearch(query())).toMatchObject({
      asins,
      marketplace: 'US',
      marketplaceId: US,
      includedData: ['summaries'],
      pageSize: 10,
      pageToken: undefined,
    });
  });

  it('accept a list as comma-separated values and as repeated parameters', () => {
    const { includedData } = parseSearch(query({ includedData: ['images', 'summaries,dimensions'] }));
    expect(includedData).toEqual(['images', 'summaries', 'dimensions']);
  });

  it.each<[string, Query]>([
    ['identifiers', { identifiers: [...asins, 'B07N4M94X4'].join() }],
    ['identifiers', { identifiers: undefined }],
    ['identifiersType', { identifiersType: 'EAN' }],
    ['keywords', { keywords: 'lamp' }],
    ['marketplaceIds', { marketplaceIds: undefined }],
    ['marketplaceIds', { marketplaceIds: 'AAHKV2X7AFYLW' }],
    ['marketplaceIds', { marketplaceIds: `${US},A1F83G8C2ARO7P` }],
    ['includedData', { includedData: 'summaries,prices' }],
    ['pageSize', { pageSize: '21' }],
    ['pageSize', { pageSize: '0' }],
    ['asin', { identifiers: 'B07N4M94X4,20DOMINANT' }],
  ])('are refused for an invalid %s: %j', (parameter, changes) => {
    expect(errorOf(() => parseSearch(query(changes)))).toEqual(invalid(parameter));
  });

  it('accept every marketplace that the API serves', () => {
    const ids = Object.values(MARKETPLACES).flatMap(({ marketplaceId }) => marketplaceId ?? []);
    expect(ids.map((id) => parseSearch(query({ marketplaceIds: id })).marketplaceId)).toEqual(ids);
  });
});

describe('pages', () => {
  const found = asins.slice(0, 17);

  it('cover all results, forwards and backwards', () => {
    const first = pageOf(found, parseSearch(query({ pageSize: '7' })));
    const second = pageOf(
      found,
      parseSearch(query({ pageSize: '7', pageToken: first.pagination.nextToken })),
    );
    const third = pageOf(
      found,
      parseSearch(query({ pageSize: '7', pageToken: second.pagination.nextToken })),
    );
    expect([...first.items, ...second.items, ...third.items]).toEqual(found);
    expect([first, second, third].map(({ numberOfResults }) => numberOfResults)).toEqual([17, 17, 17]);
    expect(first.pagination.previousToken).toBeUndefined();
    expect(third.pagination.nextToken).toBeUndefined();
    const back = parseSearch(query({ pageSize: '7', pageToken: third.pagination.previousToken }));
    expect(pageOf(found, back)).toEqual(second);
  });

  it('are a single page when all results fit', () => {
    expect(pageOf(found, parseSearch(query({ pageSize: '20' }))).pagination).toEqual({});
  });

  it('refuse the token of another search and an invented token', () => {
    const { nextToken } = pageOf(found, parseSearch(query({ pageSize: '7' }))).pagination;
    for (const changes of [
      { pageToken: nextToken },
      { pageToken: nextToken, pageSize: '7', marketplaceIds: 'A2EUQ1WTGCTBG2' },
      { pageToken: 'xsdflkj324lkjsdlkj3423', pageSize: '7' },
    ]) {
      expect(errorOf(() => pageOf(found, parseSearch(query(changes))))).toEqual(invalid('pageToken'));
    }
  });
});
