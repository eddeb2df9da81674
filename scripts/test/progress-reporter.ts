// Tells a person how far the tests are: a line for each file, and everything about a file that failed. At the end it writes
// what scripts/test.ts counts.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { AggregatedResult, Reporter, Test, TestResult } from '@jest/reporters';
import type { FailedFile, Report } from './jest-run.ts';
import { logFolderOf } from './log-folders.ts';

/** Longer than any run, in milliseconds. */
const DAY_MS = 86_400_000;
/** Time that Jest has to end after its result is known, in milliseconds. */
const END_MS = 5000;

/** A Jest reporter. */
export default class ProgressReporter implements Reporter {
  readonly #startedAt = performance.now();
  readonly #isWatching: boolean;
  #untilComplete: NodeJS.Timeout | undefined;

  constructor({ watch, watchAll }: { watch: boolean; watchAll: boolean }) {
    this.#isWatching = watch || watchAll;
  }

  /**
   * Keeps Jest running until it is complete: it waits for processes of its runner, which do not keep Node running, and when
   * one takes longer than a second to end, Node would end Jest: without a report, and with exit code 0.
   */
  onRunStart(): void {
    this.#untilComplete = setInterval(() => undefined, DAY_MS);
  }

  onTestResult(test: Test, result: TestResult, { numTotalTestSuites, ...sum }: AggregatedResult): void {
    const done = sum.numPassedTestSuites + sum.numFailedTestSuites + sum.numPendingTestSuites;
    const { numFailingTests: failing, testExecError, failureMessage, perfStats } = result;
    const failed = failing > 0 || Boolean(testExecError);
    const file = relative(process.cwd(), test.path);
    const place = `[${String(done).padStart(String(numTotalTestSuites).length)}/${numTotalTestSuites} ${this.#elapsed()}]`;
    const seconds = (perfStats.runtime / 1000).toFixed(1);
    this.#say(`${failed ? 'FAILED' : 'ok    '} ${place} ${file} (${seconds} s)`);
    const logs = logFolderOf(test.path);
    if (failed && failureMessage) this.#say(failureMessage);
    if (failed && logs && existsSync(logs)) this.#say(`What the processes of this file wrote: ${logs}\n`);
    if (!failed && logs) rmSync(logs, { recursive: true, force: true });
  }

  onRunComplete(_contexts: unknown, result: AggregatedResult): void {
    clearInterval(this.#untilComplete);
    const file = process.env['TEST_REPORT'];
    const report: Report = {
      passed: result.numPassedTests,
      failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
      skipped: result.numPendingTests + result.numTodoTests,
      failedFiles: result.testResults.map(failedFile).filter(({ failures }) => failures.length > 0),
    };
    if (file) writeFileSync(file, JSON.stringify(report));
    // Where all files run in Jest's own process, what a failed one has left open would keep it running for ever.
    if (!this.#isWatching) setTimeout(() => process.exit(result.success ? 0 : 1), END_MS).unref();
  }

  /** What Jest asks at the end. Failed tests are in its report. */
  getLastError(): undefined {
    return undefined;
  }

  #elapsed(): string {
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }

  #say(text: string): void {
    process.stderr.write(`${text}\n`);
  }
}

function failedFile({ testFilePath, testExecError, failureMessage, testResults }: TestResult): FailedFile {
  const failed = testResults.filter(({ status }) => status === 'failed');
  const failures = failed.map(({ ancestorTitles, title, failureMessages }) => ({
    test: [...ancestorTitles, title].join(' '),
    error: failureMessages.join('\n'),
  }));
  const broken = testExecError ? [{ test: 'the whole file', error: failureMessage ?? '' }] : [];
  return { path: testFilePath, failures: [...broken, ...failures] };
}
