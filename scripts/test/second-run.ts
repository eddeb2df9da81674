// Runs files that failed once more, on fresh servers, and keeps a record of what failed.
import { relative } from 'node:path';
import { failuresOf, readFailures, repeated, writeFailures } from './flaky-tests.ts';
import type { Ended, FailedFile } from './jest-run.ts';

/** A lost or doubled request may show in one run only, so the files of the faults never run again. */
const NEVER_AGAIN = /^test\/faults\//;
/** More files than this do not fail by chance. */
const MOST_FILES = 2;

/**
 * True when few files failed and all pass now, and none of their tests failed within the last two weeks. Whatever failed is
 * recorded with both errors in the file `record`.
 */
export async function passesAgain(
  ended: Ended,
  run: (args: readonly string[]) => Promise<Ended>,
  record: string,
): Promise<boolean> {
  const failed = (ended.report?.failedFiles ?? []).map((file) => ({ ...file, name: nameOf(file) }));
  const may = failed.length > 0 && failed.length <= MOST_FILES && ended.code !== null;
  if (!may || failed.some(({ name }) => NEVER_AGAIN.test(name))) return false;
  console.log(`Running ${failed.map(({ name }) => name).join(' and ')} once more, on fresh servers …`);
  const second = await run(['--runTestsByPath', ...failed.map(({ path }) => path)]);
  const before = readFailures(record);
  const failures = failed.flatMap((file) =>
    failuresOf(
      file.name,
      file,
      second.report?.failedFiles.find(({ path }) => path === file.path),
    ),
  );
  writeFailures(record, [...before, ...failures]);
  for (const { file, test } of failures)
    console.log(`Failed in the first run: ${file}: ${test}. See ${record}.`);
  const known = repeated(failures, before, new Date());
  for (const { test, at } of known) console.log(`It failed at ${at} too, and needs a repair: ${test}`);
  return second.code === 0 && known.length === 0;
}

function nameOf({ path }: FailedFile): string {
  return relative(process.cwd(), path);
}
