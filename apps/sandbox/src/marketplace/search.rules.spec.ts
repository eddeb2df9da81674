// What a catalog call may ask, and pages.
import { MARKETPLACES } from '#contracts';
import { Refusal } from '../http/refusal.rules.ts';
import { isAsin, pageOf, parseSearch, type Query } from './search.rules.ts';

const US = 'ATVPDKIKX0DER';
const asins = Array.from({ length: 20 }, (_, i) => `B0000000${String(i).padStart(2, '0')}`);

function query(changes: Query = {}): Query {
  return { identifiersType: 'ASIN', identifiers: asins.join(), marketplaceIds: US, ...changes };
}

function refusal(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return [error.status, error.body];
    throw error;
  }
  return 'accepted';
}

const invalid = (parameter: string): unknown => [
  400,
  { errors: [{ code: 'InvalidInput', message: `Invalid '${parameter}' provided.`, details: '' }] },
];

describe('ASIN', () => {
  it.each(['B07N4M94X4', '0399590501', '006287716X'])('%s is well-formed', (asin) => {
    expect(isAsin(asin)).toBe(true);
  });

  it.each(['20DOMINANT', 'b07n4m94x4', 'B07N4M94X', '0399590502', '', 'B07N4M94X4 '])('%j is not', (asin) => {
    expect(isAsin(asin)).toBe(false);
  });
});

describe('search request', () => {
  it('has the defaults of the real one', () => {
    expect(parseSearch(query())).toMatchObject({
      asins,
      market: { code: 'US', marketplaceId: US, region: 'na' },
      includedData: ['summaries'],
      pageSize: 10,
      pageToken: undefined,
    });
  });

  it('takes a list as commas and as repeated parameters', () => {
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
  ])('is refused for its %s: %j', (parameter, changes) => {
    expect(refusal(() => parseSearch(query(changes)))).toEqual(invalid(parameter));
  });

  it('may be about any marketplace that the API serves', () => {
    const ids = Object.values(MARKETPLACES).flatMap(({ marketplaceId }) => marketplaceId ?? []);
    expect(ids.map((id) => parseSearch(query({ marketplaceIds: id })).market.marketplaceId)).toEqual(ids);
  });
});

describe('pages', () => {
  const found = asins.slice(0, 17);

  it('walk all that was found, there and back', () => {
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

  it('are one page when all fits', () => {
    expect(pageOf(found, parseSearch(query({ pageSize: '20' }))).pagination).toEqual({});
  });

  it('do not open with a token of another search, or a made-up one', () => {
    const { nextToken } = pageOf(found, parseSearch(query({ pageSize: '7' }))).pagination;
    for (const changes of [
      { pageToken: nextToken },
      { pageToken: nextToken, pageSize: '7', marketplaceIds: 'A2EUQ1WTGCTBG2' },
      { pageToken: 'xsdflkj324lkjsdlkj3423', pageSize: '7' },
    ]) {
      expect(refusal(() => pageOf(found, parseSearch(query(changes))))).toEqual(invalid('pageToken'));
    }
  });
});
