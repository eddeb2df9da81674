// Tests what is shown of an import while it runs.
import type { Import } from '#client';
import { againOf, firstBucket, percentOf, pollAfter, withSettled } from './import-progress.rules.ts';

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

describe('what helps against failures', () => {
  const down = { asin: 'B0DOWN0001', status: 'failure', errorCode: 'SourceUnavailable' } as const;
  const ended = (changed: Partial<Import>): Import => ({
    ...RUNNING,
    status: 'FAILED',
    counts: { total: 2, success: 0, importing: 0, failure: 2 },
    items: [MISSING, down],
    ...changed,
  });
  const { marketplace: _, ...ofFile } = ended({});
  it.each([
    ['another try of what may succeed', ended({}), { by: 'retry', count: 1 }],
    ['nothing where none may', ended({ items: [MISSING, MISSING] }), undefined],
    ['nothing while it runs', ended({ status: 'RUNNING' }), undefined],
    [
      'another try of a long import, of which not all are known',
      ended({ items: [MISSING] }),
      { by: 'retry' },
    ],
    ['another file, since its rows are not kept', ofFile, { by: 'upload' }],
    [
      'nothing where no row of a file has failed',
      { ...ofFile, counts: { total: 2, success: 2, importing: 0, failure: 0 } },
      undefined,
    ],
  ])('is %s', (_name, state, again) => expect(againOf(state, new Set(['SourceUnavailable']))).toEqual(again));
});
