// Builds what is not newer than its sources: the console, and the programs of our processes.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

const NODE = 'node_modules/.bin/node';

/** Builds the console where that changes something. */
export async function buildConsoleIfStale() {
  // The last file of a build.
  if (isNewer('dist/apps/console/index.html', ['apps/console', 'libs/client/src', 'package-lock.json']))
    return;
  await run(NODE, 'node_modules/vite/bin/vite.js', 'build', 'apps/console', '--logLevel', 'warn');
}

/** Compiles the sources of our processes, and bundles their programs where that changes something. */
export async function buildProgramsIfStale() {
  const slow = setTimeout(() => console.error('Compiling …'), 1000);
  await run('node_modules/.bin/tsc', '--build', 'tsconfig.build.json').finally(() => clearTimeout(slow));
  const bundler = 'scripts/setup/bundle.mjs';
  if (isNewer('dist/bundles', ['dist/.tsbuildinfo', 'package-lock.json', bundler])) return;
  await run(NODE, bundler);
}

/** True when a build was made after the last change of its sources. */
function isNewer(built, sources) {
  return sources.every((source) => changedAt(source) < changedAt(built));
}

/** When something in a file or folder was last changed, in milliseconds; 0 when it does not exist. */
function changedAt(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
}
