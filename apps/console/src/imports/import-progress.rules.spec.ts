// Tests what is shown of an import while it runs.
import type { Import } from '#client';
import { firstBucket, percentOf, pollAfter, withSettled } from './import-progress.rules.ts';

const RUNNING: Import = {
  id: '0192b000-0000-7000-8000-000000000001',
  success: [],
  importing: ['B07Y33KYXZ', 'B0MISS0001', 'B0SLOW0001'],
  failure: [],
  status: 'RUNNING',
  marketplace: 'US',
  counts: { total: 3, success: 0, importing: 3, failure: 0 },
  items: ['B07Y33KYXZ', 'B0MISS0001', 'B0SLOW0001'].map((asin) => ({ asin, status: 'importing' })),
  accountId: '0192b000-0000-7000-8000-000000000002',
  createdAt: 1_000_000,
  deadlineAt: 1_021_600,
};
const MISSING = { asin: 'B0MISS0001', status: 'failure', errorCode: 'NotFound' } as const;
const COUNTS = { total: 3, success: 0, importing: 2, failure: 1 };

it('puts items that have settled into their places', () => {
  const after = withSettled(RUNNING, [MISSING], COUNTS);
  expect(after.items.map(({ status }) => status)).toEqual(['importing', 'failure', 'importing']);
  expect(percentOf(after.counts)).toBe(33);
});

it('asks less often the longer an import runs, and never after its end', () => {
  const after = (seconds: number): number | false => pollAfter(RUNNING, (RUNNING.createdAt + seconds) * 1000);
  expect([0, 9, 10, 59, 60, 3600].map(after)).toEqual([1000, 1000, 2000, 2000, 5000, 5000]);
  expect(pollAfter({ ...RUNNING, status: 'PARTIAL' }, 0)).toBe(false);
});

it('shows the failures first when an import has ended', () => {
  expect(firstBucket(RUNNING)).toBe('importing');
  expect(firstBucket({ status: 'PARTIAL', counts: COUNTS })).toBe('failure');
  expect(firstBucket({ status: 'COMPLETED', counts: { ...COUNTS, failure: 0 } })).toBe('success');
});
