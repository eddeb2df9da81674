import {
  areSeveral,
  batchOf,
  firstOf,
  isTooMany,
  namedFor,
  partsOf,
  withoutUnknown,
} from './batch-request.rules.ts';

const settings = {
  applicationId: 'bullet-points',
  models: [],
  environment: {},
  skipAccepted: false,
  skipEdited: false,
  budget: undefined,
};
const filtered = { search: { marketplace: 'DE', since: 7 }, count: 1204, isExact: true } as const;
const ids = Array.from({ length: 1200 }, (_, n) => `id ${n}`);

describe('batchOf', () => {
  it('asks for the products that the filters choose, as many as a batch may have', () => {
    const products = { filter: { marketplace: 'DE', updatedSince: 7 }, first: 10_000 };
    expect(batchOf(settings, [], {}, filtered)).toEqual({ applicationId: 'bullet-points', products });
  });

  it('names products, leaves some out, and stops at a cost', () => {
    const entered = { ...settings, models: ['a:1'], skipAccepted: true, skipEdited: true, budget: 0.1 };
    expect(batchOf(entered, [], {}, { ids, count: 1200 })).toEqual({
      applicationId: 'bullet-points',
      environment: { model: 'a:1' },
      products: { ids },
      skipAccepted: true,
      skipEdited: true,
      maxCostMicros: 100_000,
    });
  });
});

it('knows when products are too many, and when they are written for as several batches', () => {
  expect([isTooMany(filtered), areSeveral(filtered)]).toEqual([false, false]);
  expect(isTooMany({ ...filtered, count: 10_000, isExact: false })).toBe(true);
  expect(isTooMany({ ...filtered, count: 10_001 })).toBe(true);
  const named = { ids, count: 1200 };
  expect([isTooMany(named), areSeveral(named)]).toEqual([false, true]);
  expect(areSeveral({ ids: ids.slice(0, 1000), count: 1000 })).toBe(false);
});

it('is divided into batches that can name their products, and share what all may cost', () => {
  const byFilter = batchOf(settings, [], {}, filtered);
  expect(partsOf(byFilter)).toEqual([byFilter]);
  const named = batchOf({ ...settings, skipEdited: true, budget: 0.0012 }, [], {}, { ids, count: 1200 });
  const part = { applicationId: 'bullet-points', skipEdited: true };
  expect(partsOf(named)).toEqual([
    { ...part, products: { ids: ids.slice(0, 1000) }, maxCostMicros: 1000 },
    { ...part, products: { ids: ids.slice(1000) }, maxCostMicros: 200 },
  ]);
  // Of the first thousand, only a few are written.
  expect(partsOf(named, [1, 5]).map(({ maxCostMicros }) => maxCostMicros)).toEqual([200, 1000]);
  expect(partsOf(named, [0, 5])).toEqual([
    { ...part, products: { ids: ids.slice(1000) }, maxCostMicros: 1200 },
  ]);
  expect(partsOf(named, [0, 0])).toEqual(partsOf(named));
});

it('asks for the first products alone', async () => {
  const byFilter = batchOf(settings, [], {}, filtered);
  expect(firstOf(byFilter, 5).products).toEqual({ ...byFilter.products, first: 5 });
  expect(firstOf(batchOf(settings, [], {}, { ids, count: 1200 }), 2).products).toEqual({
    ids: ids.slice(0, 2),
  });
  // Each third one is chosen: the fifth of these is the thirteenth.
  expect(await namedFor(5, 1000, (named) => Promise.resolve(Math.ceil(named / 3)))).toBe(13);
  expect(await namedFor(5, 1000, (named) => Promise.resolve(named))).toBe(5);
});

it('leaves out what is no longer there', () => {
  const body = batchOf(settings, [], {}, { ids: ['a', 'b', 'c'], count: 3 });
  const unknown = (...places: number[]) => ({
    code: 'UnknownReference' as const,
    details: places.map((place) => ({ code: 'x', message: 'x', target: `products.ids[${place}]` })),
  });
  expect(withoutUnknown(body, unknown(0, 2))?.products).toEqual({ ids: ['b'] });
  expect(withoutUnknown(body, unknown(0, 1, 2))).toBeUndefined();
  expect(withoutUnknown(body, { ...unknown(1), code: 'InvalidArgument' })).toBeUndefined();
  expect(withoutUnknown(body, { code: 'UnknownReference', details: [] })).toBeUndefined();
});
