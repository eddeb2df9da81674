// Finds files of the project and installed programs.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders with servers that are not on every PATH. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Full path of a file of the project. */
export function projectFile(path: string): string {
  return join(root, path);
}

/** Full path of a server's configuration file. */
export function deployFile(path: string): string {
  return projectFile(join('deploy', path));
}

/** Full path of an installed program. */
export function findProgram(name: string): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...MORE_FOLDERS];
  const found = folders
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isExecutable);
  if (!found) throw new Error(`${name} is not installed.`);
  return found;
}

/** The variables that every child process gets; it inherits nothing else. */
export function programEnv(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent, or not executable for us
  }
}
