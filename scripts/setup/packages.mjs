// The npm packages: exactly those of package-lock.json.
import { readFileSync } from 'node:fs';
import { inProject, runQuietly, say } from './run.mjs';

/** Installs the packages unless those installed are those locked. */
export async function installPackagesIfStale() {
  if (areInstalled()) return;
  say('Installing npm packages …');
  await runQuietly('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  say('npm packages are installed.');
}

/** npm writes what it installed into a lock file of its own, last of all. */
function areInstalled() {
  let installed;
  try {
    installed = JSON.parse(readFileSync(inProject('node_modules/.package-lock.json'), 'utf8')).packages;
  } catch {
    return false; // never installed, or not to the end
  }
  const locked = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([path, { version, optional }]) => {
    if (path === '') return true;
    return installed[path] ? installed[path].version === version : optional === true;
  });
}
