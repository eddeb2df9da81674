// Tests the token bucket: a burst of two, then two per second.
import { mock } from 'node:test';
import { configSchema } from '../config.ts';
import { QuotaService } from './quota.service.ts';

afterEach(() => {
  mock.restoreAll();
});

/** Spends a call at each of these times (in milliseconds); returns which were granted. */
function spendAt(...moments: number[]): boolean[] {
  const quota = new QuotaService(configSchema.parse({}));
  let now = 0;
  mock.method(Date, 'now', () => now);
  return moments.map((moment) => {
    now = moment;
    try {
      quota.spend('na', 'getCatalogItem');
      return true;
    } catch {
      return false;
    }
  });
}

describe('quota', () => {
  it('grants a burst of two calls and refuses the third', () => {
    expect(spendAt(0, 0, 0)).toEqual([true, true, false]);
  });

  it('grants one more call every half second', () => {
    expect(spendAt(0, 0, 499, 500, 501, 1000)).toEqual([true, true, false, true, false, true]);
  });

  it('holds no more than a burst after a long pause', () => {
    expect(spendAt(0, 60_000, 60_000, 60_000)).toEqual([true, true, true, false]);
  });

  it('does not charge refused calls', () => {
    expect(spendAt(0, 0, 100, 200, 300, 400, 500)).toEqual([true, true, false, false, false, false, true]);
  });
});
