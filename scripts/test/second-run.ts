// Runs a file that failed once more, on fresh servers, and keeps a record of what failed.
import { relative } from 'node:path';
import { failuresOf, readFailures, repeated, writeFailures } from './flaky-tests.ts';
import type { Ended } from './jest-run.ts';

/** A lost or doubled request may show in one run only, so the files of the faults never run again. */
const NEVER_AGAIN = /^test\/faults\//;

/**
 * True when a single file failed and passes now, and none of its tests failed within the last two weeks. Whatever failed is
 * recorded with both errors in the file `record`.
 */
export async function passesAgain(
  ended: Ended,
  run: (args: readonly string[]) => Promise<Ended>,
  record: string,
): Promise<boolean> {
  const [failed, ...others] = ended.report?.failedFiles ?? [];
  if (!failed || others.length > 0 || ended.code === null) return false;
  const file = relative(process.cwd(), failed.path);
  if (NEVER_AGAIN.test(file)) return false;
  console.log(`Running ${file} once more, on fresh servers …`);
  const second = await run(['--runTestsByPath', failed.path]);
  const before = readFailures(record);
  const failures = failuresOf(file, failed, second.report?.failedFiles[0]);
  writeFailures(record, [...before, ...failures]);
  for (const { test } of failures) console.log(`Failed in the first run: ${file}: ${test}. See ${record}.`);
  const known = repeated(failures, before, new Date());
  for (const { test, at } of known) console.log(`It failed at ${at} too, and needs a repair: ${test}`);
  return second.code === 0 && known.length === 0;
}
