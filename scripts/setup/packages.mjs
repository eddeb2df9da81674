// Installs the npm packages of package-lock.json. A package runs an install script only if package.json allows it.
import { existsSync, readFileSync } from 'node:fs';
import { run } from './run.mjs';

/** Whatever NODE_ENV and the npm settings of the machine say: without these packages and allowed scripts nothing runs. */
const OF_NPM = [
  '--include=dev',
  '--include=optional',
  '--ignore-scripts=false',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

/** Installs the packages unless the installed ones are those of the lock file. */
export async function installPackagesIfStale() {
  const locked = readJson('package-lock.json').packages;
  assertInstallScriptsDecided(locked, readJson('package.json').allowScripts);
  if (areInstalled(locked)) return;
  console.error('Installing npm packages …');
  await run('npm', 'ci', ...OF_NPM);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Throws unless allowScripts names exactly the packages that have an install script. npm itself would run an undecided
 * script. npm runs no script that the lock file does not record.
 */
function assertInstallScriptsDecided(locked, allowScripts) {
  const decided = Object.keys(allowScripts);
  const withScript = Object.entries(locked)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { name = path.split('node_modules/').at(-1), version }]) => [name, `${name}@${version}`]);
  const undecided = withScript.filter((names) => !names.some((name) => decided.includes(name)));
  const superfluous = decided.filter((name) => !withScript.flat().includes(name));
  const errors = [
    ...undecided.map(
      ([, id]) => `${id} has an install script that allowScripts in package.json does not name.`,
    ),
    ...superfluous.map((name) => `allowScripts in package.json names ${name}, which has no install script.`),
  ];
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

/**
 * npm records the installed packages in a lock file of its own, which it writes last. Only an install script brings the program
 * of the package `node`, so it is missing where somebody has installed without scripts.
 */
function areInstalled(locked) {
  let installed;
  try {
    installed = readJson('node_modules/.package-lock.json').packages;
  } catch {
    return false; // never installed, or an installation broke off
  }
  if (locked['node_modules/node'] && !existsSync('node_modules/.bin/node')) return false;
  return Object.entries(locked).every(([path, { version, optional }]) => {
    if (path === '') return true;
    return installed[path] ? installed[path].version === version : optional === true;
  });
}
