// The record of tests that failed, and of how they did when their file ran again: `.local/flaky.json`, which CI keeps and shows.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FailedFile } from './jest-run.ts';

/** A test that failed once. */
export interface Failure {
  /** When, as ISO 8601. */
  at: string;
  /** The file, from the root of the project. */
  file: string;
  test: string;
  /** The error of the first run. */
  first: string;
  /** The error of the second run; absent when the test passed then. */
  second?: string;
}

/** A test that fails twice within this time is broken, whatever its second run says. */
const DAYS = 14;

/** Reads the record; an empty one if there is none. */
export function readFailures(path: string): Failure[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Failure[];
  } catch {
    return [];
  }
}

export function writeFailures(path: string, failures: readonly Failure[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(failures, null, 2)}\n`);
}

/** What failed in the first run of a file, with what the second run said of it. */
export function failuresOf(file: string, first: FailedFile, second: FailedFile | undefined): Failure[] {
  const at = new Date().toISOString();
  return first.failures.map(({ test, error }) => {
    const again = second?.failures.find((failure) => failure.test === test);
    return { at, file, test, first: error, ...(again ? { second: again.error } : {}) };
  });
}

/** The tests that failed before, within the last days. */
export function repeated(failures: readonly Failure[], before: readonly Failure[], now: Date): Failure[] {
  const from = new Date(now.getTime() - DAYS * 24 * 60 * 60 * 1000).toISOString();
  return failures.filter(({ file, test }) =>
    before.some((one) => one.file === file && one.test === test && one.at >= from),
  );
}
