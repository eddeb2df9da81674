// Decisions about tickets, row by row.
import { decide, MAX_TRIES, ticketsMissing } from './fetch-retry.rules.ts';

describe('a call that settled nothing', () => {
  it.each([
    ['throttled', 1, 20, { act: 'letGo' }],
    ['unauthorised', 1, 20, { act: 'repeat', delayMs: 0 }],
    ['unauthorised', 2, 20, { act: 'fail', errorCode: 'SourceRejected' }],
    ['rejected', 1, 20, { act: 'halve', delayMs: 0, tries: 0 }],
    ['rejected', 1, 1, { act: 'fail', errorCode: 'SourceRejected' }],
    ['unavailable', 1, 20, { act: 'repeat', delayMs: 500 }],
    ['unavailable', 4, 20, { act: 'repeat', delayMs: 4000 }],
    ['unavailable', MAX_TRIES, 20, { act: 'halve', delayMs: 500, tries: MAX_TRIES - 1 }],
    ['unavailable', MAX_TRIES, 1, { act: 'fail', errorCode: 'SourceUnavailable' }],
  ] as const)('%s, try %i, %i products: %j', (failure, tries, products, decision) => {
    expect(decide(failure, tries, products, 0)).toEqual(decision);
  });

  it('waits between half and the whole of the backoff', () => {
    expect(decide('unavailable', 1, 20, 0.999_999)).toEqual({ act: 'repeat', delayMs: 1000 });
  });
});

describe('missing tickets', () => {
  it('count batches by marketplace, less the tickets that are out', () => {
    expect(ticketsMissing([1], 0)).toBe(1);
    expect(ticketsMissing([20, 21], 0)).toBe(3);
    expect(ticketsMissing([1000], 50)).toBe(0);
    expect(ticketsMissing([1], 7)).toBe(0);
    expect(ticketsMissing([], 0)).toBe(0);
  });
});
