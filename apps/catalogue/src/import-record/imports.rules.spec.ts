// Checks the status of an import against its counts, row by row, and its outward form.
import { bucketsOf, importStateOf, importStatusOf, type ItemState } from './imports.rules.ts';

describe('the status of an import', () => {
  it.each([
    [{ success: 0, importing: 1, failure: 0, isCancelled: false }, 'RUNNING'],
    [{ success: 5, importing: 1, failure: 5, isCancelled: false }, 'RUNNING'],
    [{ success: 3, importing: 0, failure: 0, isCancelled: false }, 'COMPLETED'],
    [{ success: 3, importing: 0, failure: 1, isCancelled: false }, 'PARTIAL'],
    [{ success: 0, importing: 0, failure: 1, isCancelled: false }, 'FAILED'],
    [{ success: 3, importing: 0, failure: 2, isCancelled: true }, 'CANCELLED'],
    [{ success: 3, importing: 1, failure: 2, isCancelled: true }, 'RUNNING'],
  ] as const)('with %j is %s', (counts, status) => {
    expect(importStatusOf(counts)).toBe(status);
  });
});

describe('the outward form of an import', () => {
  const items: ItemState[] = [
    { asin: 'B000000001', status: 'success', productId: '0199c000-0000-7000-8000-000000000001' },
    { asin: 'bad', status: 'failure', errorCode: 'InvalidAsin' },
    { asin: 'B000000002', status: 'importing' },
  ];

  it('puts each identifier into exactly one bucket', () => {
    expect(bucketsOf(items)).toEqual({
      success: ['B000000001'],
      importing: ['B000000002'],
      failure: ['bad'],
    });
  });

  it('gives the reason of a failure in both languages and leaves absent fields out', () => {
    const state = importStateOf({
      header: {
        id: 'x',
        accountId: 'y',
        marketplace: 'US',
        status: 'RUNNING',
        retryOf: null,
        batchId: null,
        batchErrorCode: null,
        batchErrorTarget: null,
        createdAt: new Date(1_700_000_000_900),
        deadlineAt: new Date(1_700_021_600_900),
        completedAt: null,
      },
      items,
      later: { success: [1002], importing: [], failure: [1001, 1003] },
    });
    expect(state.success).toEqual(['B000000001', '1002']);
    expect(state.failure).toEqual(['bad', '1001', '1003']);
    expect(state.counts).toEqual({ total: 6, success: 2, importing: 1, failure: 3 });
    expect(state.createdAt).toBe(1_700_000_000);
    expect(state.items[1]).toEqual({
      asin: 'bad',
      status: 'failure',
      errorCode: 'InvalidAsin',
      errorMessage: { en: expect.stringMatching(/ASIN/), zh: expect.stringMatching(/ASIN/) },
    });
    for (const absent of ['completedAt', 'retryOf']) expect(state).not.toHaveProperty(absent);
  });
});
