import { generationFiltersOf, generationSearchOf } from './generation-search.rules.ts';

describe('searchOf', () => {
  it('reads filters, and nothing that is none', () => {
    const given = { status: 'SUCCESS', review: 'nonsense', product: 'p1', stale: true, since: 7, view: 'x' };
    expect(generationSearchOf(given)).toEqual({ status: 'SUCCESS', product: 'p1', stale: true, since: 7 });
    expect(generationSearchOf({ since: -1, application: 5, stale: 'yes', day: 'today' })).toEqual({});
    expect(generationSearchOf({ day: '2026-11-22' })).toEqual({ day: '2026-11-22' });
  });
});

describe('queryOf', () => {
  it('asks with the names of the API, for whole days', () => {
    const now = Date.UTC(2026, 10, 23, 14) / 1000;
    expect(generationFiltersOf({ application: 'product-title', since: 1 }, now)).toEqual({
      applicationId: 'product-title',
      createdAfter: Date.UTC(2026, 10, 23) / 1000,
    });
    expect(generationFiltersOf({ since: 7 }, now)).toEqual({ createdAfter: Date.UTC(2026, 10, 17) / 1000 });
    expect(generationFiltersOf({ day: '2026-11-20' }, now)).toEqual({
      createdAfter: Date.UTC(2026, 10, 20) / 1000,
      createdBefore: Date.UTC(2026, 10, 21) / 1000,
    });
  });
});
