// When a file may run a second time, and what is recorded.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { readFailures, writeFailures } from './flaky-tests.ts';
import type { Ended, FailedFile } from './jest-run.ts';
import { passesAgain } from './second-run.ts';

const DAY = 24 * 60 * 60 * 1000;

let dir: string;
let record: string;
let runs: (readonly string[])[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'second-run-'));
  record = join(dir, 'new/flaky.json');
  runs = [];
  mock.method(console, 'log', () => undefined);
});
afterEach(() => {
  mock.restoreAll();
  rmSync(dir, { recursive: true });
});

function file(name: string, error = 'the error'): FailedFile {
  return { path: join(process.cwd(), name), failures: [{ test: 'it holds', error }] };
}

function ended(...failedFiles: FailedFile[]): Ended {
  const failed = failedFiles.length;
  return { code: failed > 0 ? 1 : 0, report: { passed: 5, failed, skipped: 0, failedFiles } };
}

function passesWith(first: Ended, second: Ended): Promise<boolean> {
  return passesAgain(
    first,
    (args) => {
      runs.push(args);
      return Promise.resolve(second);
    },
    record,
  );
}

it('a file that failed runs again alone, and both its errors are kept', async () => {
  const again = ended(file('test/a.e2e-spec.ts', 'another error'));
  expect(await passesWith(ended(file('test/a.e2e-spec.ts')), again)).toBe(false);
  expect(runs).toEqual([['--runTestsByPath', join(process.cwd(), 'test/a.e2e-spec.ts')]]);
  expect(readFailures(record)).toMatchObject([
    { file: 'test/a.e2e-spec.ts', test: 'it holds', first: 'the error', second: 'another error' },
  ]);
});

it('two files run again together, and each keeps its own errors', async () => {
  const first = ended(file('test/a.e2e-spec.ts', 'of a'), file('test/b.e2e-spec.ts', 'of b'));
  expect(await passesWith(first, ended(file('test/b.e2e-spec.ts', 'of b again')))).toBe(false);
  expect(runs).toEqual([
    ['--runTestsByPath', ...['a', 'b'].map((name) => join(process.cwd(), `test/${name}.e2e-spec.ts`))],
  ]);
  expect(readFailures(record).map(({ first: error, second }) => [error, second])).toEqual([
    ['of a', undefined],
    ['of b', 'of b again'],
  ]);
});

it('the run passes when the file passes on its second run, which is recorded', async () => {
  expect(await passesWith(ended(file('test/a.e2e-spec.ts')), ended())).toBe(true);
  expect(readFailures(record)).toHaveLength(1);
  expect(readFailures(record)[0]).not.toHaveProperty('second');
});

it.each([
  [13, false],
  [15, true],
])('a test that failed %d days ago too: passes %s', async (days, passes) => {
  const at = new Date(Date.now() - days * DAY).toISOString();
  const before = { at, file: 'test/a.e2e-spec.ts', test: 'it holds', first: 'the same' };
  writeFailures(record, [before]);
  expect(await passesWith(ended(file('test/a.e2e-spec.ts')), ended())).toBe(passes);
  expect(readFailures(record)).toHaveLength(2);
});

it('another test of the same file that failed before does not count', async () => {
  const at = new Date().toISOString();
  writeFailures(record, [{ at, file: 'test/a.e2e-spec.ts', test: 'another one', first: 'the same' }]);
  expect(await passesWith(ended(file('test/a.e2e-spec.ts')), ended())).toBe(true);
});

it.each([
  ['three files failed', ended(...['a', 'b', 'c'].map((name) => file(`test/${name}.e2e-spec.ts`)))],
  ['it is a file of the faults', ended(file('test/faults/faults.e2e-spec.ts'))],
  [
    'one of them is a file of the faults',
    ended(file('test/a.e2e-spec.ts'), file('test/faults/faults.e2e-spec.ts')),
  ],
  ['Jest itself failed', { code: 1 }],
  ['a signal ended the run', { ...ended(file('test/a.e2e-spec.ts')), code: null }],
])('nothing runs again when %s', async (_why, first: Ended) => {
  expect(await passesWith(first, ended())).toBe(false);
  expect(runs).toEqual([]);
});
