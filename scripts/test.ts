// The tests: Jest on the pure specs and on those with real servers. Arguments go to Jest.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The part of Jest's report that is counted. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that could not be run at all. */
  numRuntimeErrorTestSuites: number;
}

const jest = fileURLToPath(import.meta.resolve('jest/bin/jest'));
const dir = mkdtempSync(join(tmpdir(), 'shelfscribe-test-'));
const file = join(dir, 'report.json');

console.log('Running the unit tests and the tests with real servers (Postgres, Redis, NATS) …');
// A test that failed half-way may leave something open; it must not keep the run from its end.
// Most of the time is waiting for servers: two files at once halve it.
const flags = ['--forceExit', '--maxWorkers=2', '--json', `--outputFile=${file}`];
const code = await run([jest, ...flags, ...process.argv.slice(2)]);
const { passed, failed, skipped } = count();
rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
console.log(code === null ? 'Ended by a signal.' : `${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(code === 0 && failed > 0 ? 1 : (code ?? 1));

/** Runs Jest; gives its exit code, null when it was ended by a signal. */
async function run(args: string[]): Promise<number | null> {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  // Jest writes the report to the file, and everything for people to stderr.
  // A group of its own: Jest's workers outlive it, so all of them are told.
  const child = spawn(process.execPath, [...flags, ...args], {
    stdio: ['inherit', 'ignore', 'inherit'],
    detached: true,
    env: { ...process.env, TMPDIR: dir }, // what a test that is interrupted leaves behind goes with it
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.on(signal, () => {
      if (child.pid) tell(child.pid, signal === 'disconnect' ? 'SIGTERM' : signal);
    });
  }
  const ended = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1)).once('exit', resolve);
  });
  if (ended === null && child.pid) await leftBy(child.pid);
  return ended;
}

/** Waits until nobody of a group that was told to end is left, then for the servers that its guards are ending. */
async function leftBy(group: number): Promise<void> {
  for (let looks = 0; looks < 100 && tell(group, 0); looks += 1) await sleep(100);
  tell(group, 'SIGKILL');
  await sleep(3000);
}

/** Sends a signal to a group; false when nobody is left of it. */
function tell(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

function count(): { passed: number; failed: number; skipped: number } {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }; // Jest itself failed, and has said why
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
