import { creationOf, draftOf } from './dataset-draft.rules.ts';

describe('the request of a dataset', () => {
  it('names the selected products, at most as many as a dataset has room for', () => {
    const ids = Array.from({ length: 1001 }, (_, place) => `id-${place}`);
    const { products } = creationOf(draftOf({ ids }), { ids });
    expect(products).toEqual({ ids: ids.slice(0, 1000) });
  });

  it('asks for the newest of what the filters choose, with the accepted texts', () => {
    const choice = { search: { brand: 'Fenwick', since: 5 }, count: 1204 };
    expect(creationOf({ ...draftOf(choice), name: ' Desks ' }, choice)).toEqual({
      name: 'Desks',
      products: { filter: { brand: 'Fenwick', updatedSince: 5 }, first: 50 },
      references: 'accepted',
    });
  });

  it('proposes no more products than there are', () => {
    expect(draftOf({ search: {}, count: 7 }).first).toBe(7);
  });
});
