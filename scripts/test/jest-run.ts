// Runs Jest once, in a process group of its own and with a folder of its own for temporary files.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '#testing/jest';
import { removeLeft } from './log-folders.ts';

/** What the reporter tells of a run. */
export interface Report {
  passed: number;
  failed: number;
  skipped: number;
  /** The files that failed, or could not be run. */
  failedFiles: FailedFile[];
}

/** A file of tests that failed. */
export interface FailedFile {
  /** Full path. */
  path: string;
  failures: { test: string; error: string }[];
}

/** How a run ended. */
export interface Ended {
  /** Null when a signal ended it. */
  code: number | null;
  /** Absent when Jest itself failed, or only listed the files. */
  report?: Report;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How the names of our temporary folders begin, those of #testing/servers included; the id of the process follows. */
const TEMPORARY = 'shelfscribe-tmp-';
/** What Linux calls a file system in memory. */
const TMPFS = 0x01021994;

/** Runs Jest to its end. */
export async function runJest(args: readonly string[], variables: Record<string, string>): Promise<Ended> {
  const memory = memoryFolder();
  const place = memory ?? tmpdir();
  // Other commands, such as the faults and the bench, leave theirs in the usual place.
  for (const one of new Set([place, tmpdir()])) removeLeft(one, TEMPORARY);
  const dir = mkdtempSync(join(place, `${TEMPORARY}${process.pid}-test-`));
  const disk: Record<string, string> = memory ? {} : { TEST_FSYNC: 'off' };
  try {
    const file = join(dir, 'report.json');
    const reporter = `--reporters=${import.meta.dirname}/progress-reporter.ts`;
    const code = await run([...args, reporter], { ...variables, ...disk, TEST_REPORT: file, TMPDIR: dir });
    if (args.includes('--listTests')) return { code };
    try {
      return { code, report: JSON.parse(readFileSync(file, 'utf8')) as Report };
    } catch {
      if (code !== 0) return { code }; // Jest has printed the reason
      console.log('Jest ended without a report, so it counts as failed.');
      return { code: 1 };
    }
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** A folder in memory with 2 GB free: half of what a test of Postgres costs is copying its files to a disk. */
function memoryFolder(): string | undefined {
  try {
    const { type, bavail, bsize } = statfsSync('/dev/shm');
    return type === TMPFS && bavail * bsize > 2e9 ? '/dev/shm' : undefined;
  } catch {
    return undefined; // not on Linux
  }
}

/** Gives the exit code, or null when a signal ended it. */
async function run(args: readonly string[], variables: Record<string, string>): Promise<number | null> {
  const jest = fileURLToPath(import.meta.resolve('jest/bin/jest'));
  // Jest's workers outlive Jest, so it has a process group, and signals go to the whole group.
  const child = spawn(process.execPath, [...NODE_FLAGS, jest, ...args], {
    // Services that run within Jest log to stdout. What people and we read is on stderr, and the lists of --listTests.
    stdio: ['inherit', args.includes('--listTests') ? 'inherit' : 'ignore', 'inherit'],
    detached: true,
    env: { ...process.env, ...variables },
  });
  const pass = (name: NodeJS.Signals): void => void (child.pid && signalGroup(child.pid, name));
  for (const name of SIGNALS) process.on(name, pass);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1)).once('exit', resolve);
  });
  if (code === null && child.pid) await endGroup(child.pid);
  for (const name of SIGNALS) process.off(name, pass);
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
