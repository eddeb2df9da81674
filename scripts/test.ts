// npm test: all tests under Jest but some flows of the console, which `npm run test:console` runs too. Arguments go to Jest.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
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
  testResults: { assertionResults: { fullName: string; status: string; invocations?: number }[] }[];
}

/** Flows that tell least for the time that they take. */
const FURTHER_FLOWS = ['--testPathIgnorePatterns', '/apps/console/test/more/'];

/** What Linux calls a file system in memory. */
const TMPFS = 0x01021994;

const dir = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'shelfscribe-test-'));
const file = join(dir, 'report.json');

console.log('Running the unit tests and the tests with real servers (Postgres, Redis, NATS) …');
const chosen = process.argv.slice(2);
const code = await runJest([
  '--json',
  `--outputFile=${file}`,
  ...(chosen.length > 0 ? chosen : FURTHER_FLOWS),
]);
const { passed, failed, skipped, secondTries } = count();
rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
for (const name of secondTries) console.log(`Passed on its second try: ${name}`);
console.log(code === null ? 'Ended by a signal.' : `${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(code === 0 && failed > 0 ? 1 : (code ?? 1));

/** A folder in memory with 2 GB free: half of what a test of Postgres costs is copying its files to the disk. */
function memoryFolder(): string | undefined {
  try {
    const { type, bavail, bsize } = statfsSync('/dev/shm');
    return type === TMPFS && bavail * bsize > 2e9 ? '/dev/shm' : undefined;
  } catch {
    return undefined; // not on Linux
  }
}

/** Runs Jest and gives its exit code, or null when a signal ended it. */
async function runJest(args: string[]): Promise<number | null> {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const jest = fileURLToPath(import.meta.resolve('jest/bin/jest'));
  // With --json, Jest writes its report to the file and everything for people to stderr.
  // Jest's workers outlive Jest, so it has a process group, and signals go to the whole group.
  const child = spawn(process.execPath, [...flags, jest, ...args], {
    stdio: ['inherit', 'ignore', 'inherit'],
    detached: true,
    env: { ...process.env, TMPDIR: dir }, // so that the files of an interrupted test are removed too
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (child.pid) signalGroup(child.pid, name);
    });
  }
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1)).once('exit', resolve);
  });
  if (code === null && child.pid) await endGroup(child.pid);
  return code;
}

/** Waits 10 s for the rest of a group, kills what is left, and gives the watchdogs time to stop the servers. */
async function endGroup(group: number): Promise<void> {
  for (let checks = 0; checks < 100 && signalGroup(group, 0); checks += 1) await sleep(100);
  signalGroup(group, 'SIGKILL');
  await sleep(3000);
}

/** Sends a signal to a process group. Gives false when the group has no process any more. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

function count(): { passed: number; failed: number; skipped: number; secondTries: string[] } {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return { passed: 0, failed: 1, skipped: 0, secondTries: [] }; // Jest itself failed and has printed the reason
  }
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const secondTries = results.filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    secondTries: secondTries.map(({ fullName }) => fullName),
  };
}
