// The build: dist/ from the sources. Start and tests compile all apps at once, in half the time of the Nest CLI's
// one after the other; `npm run build` is the Nest CLI's, app by app. Both leave the same files.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, runQuietly, say } from './run.mjs';

/** Everything that the build reads. */
const SOURCES = ['apps', 'libs/contracts', 'libs/platform'];
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json'];
const STAMP = 'dist/.sources';

/** Builds unless dist/ was built from the sources as they are now. */
export async function buildIfStale() {
  if (builtFrom() !== fingerprint()) await build('tsc', ['--project', 'tsconfig.build.json']);
}

/** Builds every app with the Nest CLI, as nest-cli.json names them. */
export function buildWithNest() {
  return build('nest', ['build', '--all']);
}

async function build(tool, args) {
  const now = fingerprint();
  say('Building …');
  rmSync(inProject(STAMP), { force: true });
  await runQuietly(inProject(`node_modules/.bin/${tool}`), args);
  mkdirSync(inProject('dist'), { recursive: true });
  writeFileSync(inProject(STAMP), now);
  say('The build is up to date.');
}

function builtFrom() {
  try {
    return readFileSync(inProject(STAMP), 'utf8');
  } catch {
    return undefined; // never built, or not to the end
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const path of [...SETTINGS, ...SOURCES.flatMap((folder) => filesOf(folder).sort())]) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(inProject(path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(folder) {
  return readdirSync(inProject(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'test' ? [] : filesOf(path);
    return entry.name.endsWith('.spec.ts') ? [] : [path];
  });
}
