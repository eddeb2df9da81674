// Runs the tests of an owner in a test build with one guard disabled.
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programEnv, projectFile, temporaryFolder } from '#testing/servers';
import { jestInTestBuild, type TestBuild } from '#testing/test-build';
import { CANNOT_DISABLE } from '../../test-modules/cannot-disable.ts';

/** A guard, a test build without it, and the tests that must fail then. */
export interface DisabledGuard {
  guard: string;
  build: TestBuild;
  /** Pattern of test files. */
  tests: string;
  /** Part of the title of the test that must fail: another one may fail by chance, and would hide that this one does not. */
  noticedBy: string;
}

interface Report {
  numFailedTests: number;
  numPassedTests: number;
  numRuntimeErrorTestSuites: number;
  /** `invocations` counts how often Jest ran a test. */
  testResults: { assertionResults: { fullName: string; status: string; invocations?: number }[] }[];
}

/**
 * Names of the tests that fail without the guard. Throws when the tests cannot run without it, and when one was tried again: a
 * guard must be missed every time, not every second time. So it runs Jest and not `npm test`, which may try files again.
 */
export async function failingTests(
  { guard, build, tests }: DisabledGuard,
  signal: AbortSignal,
): Promise<string[]> {
  const dir = await temporaryFolder('disabled-guard');
  try {
    const file = join(dir, 'report.json');
    const { args, variables } = jestInTestBuild(build);
    const options = ['--testPathPatterns', tests, '--json', '--outputFile', file];
    const env = { ...programEnv(), ...variables };
    const run = promisify(execFile)(process.execPath, [...args, ...options, '--forceExit'], {
      cwd: projectFile(''),
      env,
      signal,
      maxBuffer: Infinity,
    });
    await run.catch(() => undefined); // failing tests are in the report
    const text = await readFile(file, 'utf8');
    if (text.includes(CANNOT_DISABLE)) throw new Error(`The guard could not be disabled: ${guard}.`);
    const report = JSON.parse(text) as Report;
    if (report.numRuntimeErrorTestSuites > 0 || report.numFailedTests + report.numPassedTests === 0)
      throw new Error(`The tests ${tests} could not run without: ${guard}.`);
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const repeated = results.find(({ invocations = 1 }) => invocations > 1);
    if (repeated) throw new Error(`Tried again without ${guard}: ${repeated.fullName}.`);
    return results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
