// The npm packages: exactly those of package-lock.json, and none runs a script of its own unless package.json says so.
import { readFileSync } from 'node:fs';
import { inProject, runQuietly, say } from './run.mjs';

/** Installs the packages unless those installed are those locked. */
export async function installPackagesIfStale() {
  const locked = readJson('package-lock.json').packages;
  assertScriptsDecided(locked, readJson('package.json').allowScripts);
  if (areInstalled(locked)) return;
  say('Installing npm packages …');
  await runQuietly('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  say('npm packages are installed.');
}

function readJson(path) {
  return JSON.parse(readFileSync(inProject(path), 'utf8'));
}

/**
 * Packages with an install script and those that allowScripts decides about must be the same. npm by itself runs a
 * script that nobody decided about, older ones run any; none runs one that the lock file does not tell of.
 */
function assertScriptsDecided(locked, allowScripts) {
  const decided = Object.keys(allowScripts);
  const withScript = Object.entries(locked)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { name = path.split('node_modules/').at(-1), version }]) => [name, `${name}@${version}`]);
  const undecided = withScript.filter((names) => !names.some((name) => decided.includes(name)));
  const needless = decided.filter((name) => !withScript.flat().includes(name));
  const faults = [
    ...undecided.map(
      ([, id]) => `${id} has an install script that allowScripts in package.json does not name.`,
    ),
    ...needless.map((name) => `allowScripts in package.json names ${name}, which has no install script.`),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** npm writes what it installed into a lock file of its own, last of all. */
function areInstalled(locked) {
  let installed;
  try {
    installed = readJson('node_modules/.package-lock.json').packages;
  } catch {
    return false; // never installed, or not to the end
  }
  return Object.entries(locked).every(([path, { version, optional }]) => {
    if (path === '') return true;
    return installed[path] ? installed[path].version === version : optional === true;
  });
}
