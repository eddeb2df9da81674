// Checks the decisions about failed marketplace calls, row by row.
import { decide, MAX_FAILURES, MAX_UNAUTHORISED, middleOf, missingBatches } from './fetch-retry.rules.ts';

describe('the decision after a call that failed', () => {
  it.each([
    ['throttled', 1, 20, { act: 'release' }],
    ['rejected', 1, 20, { act: 'split', delayMs: 0 }],
    ['rejected', 1, 1, { act: 'fail', errorCode: 'SourceRejected' }],
    ['unavailable', 1, 20, { act: 'retry', delayMs: 500 }],
    ['unavailable', MAX_FAILURES - 1, 20, { act: 'retry', delayMs: 4000 }],
    ['unavailable', MAX_FAILURES, 20, { act: 'split', delayMs: 500 }],
    ['unavailable', MAX_FAILURES, 1, { act: 'fail', errorCode: 'SourceUnavailable' }],
  ] as const)('for %s, failure %i, %i products is %j', (failure, failures, products, decision) => {
    expect(decide(failure, { failures, tries: 1, products, holders: 1 }, 0)).toEqual(decision);
  });

  it.each([
    ['before the last call', MAX_UNAUTHORISED - 1, { act: 'retry', delayMs: 60_000 }],
    ['after the last call', MAX_UNAUTHORISED, { act: 'fail', errorCode: 'SourceUnavailable' }],
  ] as const)('for unauthorised, %s, is the same however many calls failed', (_, tries, decision) => {
    for (const failures of [0, MAX_FAILURES - 1])
      expect(decide('unauthorised', { failures, tries, products: 20, holders: 2 }, 0)).toEqual(decision);
  });

  it('parts the products of several accounts after the first outage, and only retries those of one', () => {
    const first = { failures: 1, tries: 1, products: 20, holders: 2 };
    expect(decide('unavailable', first, 0)).toEqual({ act: 'split', delayMs: 500 });
  });

  it('delays a retry by at least half of the backoff and at most all of it', () => {
    const first = { failures: 1, tries: 1, products: 20, holders: 1 };
    expect(decide('unavailable', first, 0)).toEqual({ act: 'retry', delayMs: 500 });
    expect(decide('unavailable', first, 0.999_999)).toEqual({ act: 'retry', delayMs: 1000 });
  });
});

describe('the place where a failed batch is parted', () => {
  it.each([
    ['aaaa', 2],
    ['aaa', 2],
    ['ab', 1],
    ['abbbbbb', 1],
    ['aaaaaab', 6],
    ['aabbbbbc', 2],
    ['abcdef', 3],
  ])('of %s is behind %i', (holders, place) => {
    expect(middleOf([...holders])).toBe(place);
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
