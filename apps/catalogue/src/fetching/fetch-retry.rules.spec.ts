// Checks the decisions about failed marketplace calls, row by row.
import { decide, MAX_FAILURES, missingBatches } from './fetch-retry.rules.ts';

describe('the decision after a call that failed', () => {
  it.each([
    ['throttled', 1, 20, { act: 'release' }],
    ['unauthorised', 1, 20, { act: 'retry', delayMs: 0 }],
    ['unauthorised', 2, 20, { act: 'fail', errorCode: 'SourceRejected' }],
    ['rejected', 1, 20, { act: 'split', delayMs: 0 }],
    ['rejected', 1, 1, { act: 'fail', errorCode: 'SourceRejected' }],
    ['unavailable', 1, 20, { act: 'retry', delayMs: 500 }],
    ['unavailable', MAX_FAILURES - 1, 20, { act: 'retry', delayMs: 4000 }],
    ['unavailable', MAX_FAILURES, 20, { act: 'split', delayMs: 500 }],
    ['unavailable', MAX_FAILURES, 1, { act: 'fail', errorCode: 'SourceUnavailable' }],
  ] as const)('for %s, failure %i, %i products is %j', (failure, failures, products, decision) => {
    expect(decide(failure, failures, products, 0)).toEqual(decision);
  });

  it('delays a retry by at least half of the backoff and at most all of it', () => {
    expect(decide('unavailable', 1, 20, 0)).toEqual({ act: 'retry', delayMs: 500 });
    expect(decide('unavailable', 1, 20, 0.999_999)).toEqual({ act: 'retry', delayMs: 1000 });
  });
});

describe('the number of missing batches', () => {
  it('is one for every 20 products of a marketplace, less the batches that are queued', () => {
    expect(missingBatches([1], 0)).toBe(1);
    expect(missingBatches([20, 21], 0)).toBe(3);
    expect(missingBatches([1000], 50)).toBe(0);
    expect(missingBatches([1], 7)).toBe(0);
    expect(missingBatches([], 0)).toBe(0);
  });
});
