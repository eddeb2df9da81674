// Builds the console unless its build is newer than its sources.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** The last file of a build. */
const BUILT = 'dist/apps/console/index.html';
const SOURCES = ['apps/console', 'libs/client/src', 'package-lock.json'];

/** Builds the console where that changes something. */
export async function buildConsoleIfStale() {
  if (SOURCES.every((source) => changedAt(source) < changedAt(BUILT))) return;
  const vite = ['node_modules/vite/bin/vite.js', 'build', 'apps/console', '--logLevel', 'warn'];
  await run('node_modules/.bin/node', ...vite);
}

/** When something in a file or folder was last changed, in milliseconds; 0 when it does not exist. */
function changedAt(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
}
