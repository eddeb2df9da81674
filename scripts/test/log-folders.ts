// Where the processes that tests start write their logs: `.local/test-logs/<run>/<file of tests>`. Only files that failed
// leave theirs.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

const PROJECT = join(import.meta.dirname, '../..');
const ROOT = join(PROJECT, '.local/test-logs');

/** Removes the folders of commands that have ended. Two may go on side by side. */
export function removeOldLogs(): void {
  removeLeft(ROOT, '');
}

/**
 * Removes folders whose names are this beginning and the process id of a command that has ended, perhaps by SIGKILL. Those of
 * another user, who removes them, stay.
 */
export function removeLeft(place: string, beginning: string): void {
  for (const name of existsSync(place) ? readdirSync(place) : []) {
    const pid = name.startsWith(beginning) ? Number.parseInt(name.slice(beginning.length)) : NaN;
    if (!Number.isNaN(pid) && !isRunning(pid)) remove(join(place, name));
  }
}

/** The folder of a run of Jest by this command: the first one or the second. */
export function logFolder(run: number): string {
  return join(ROOT, `${process.pid}-${run}`);
}

/** The folder of a file of tests; undefined outside `npm test`, which sets TEST_LOGS for Jest. */
export function logFolderOf(testFile: string): string | undefined {
  const folder = process.env['TEST_LOGS'];
  return (
    folder &&
    join(
      folder,
      relative(PROJECT, testFile)
        .replaceAll('/', '-')
        .replace(/[.]ts$/, ''),
    )
  );
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isRefusal(error); // it is another user's
  }
}

function isRefusal(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
}
