// Makes Python environments with the packages of a requirements.txt, once for each version of that file.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../servers/programs.ts';

const run = promisify(execFile);
const IS_TOO_OLD = 'import sys; sys.exit(sys.version_info < (3, 10))';
/** Time for the download, in milliseconds. */
const INSTALL_MS = 300_000;

/** The program, or why there is none on this machine. */
export type Python = { program: string } | { missing: string };

/**
 * The Python of an environment below `.local/<name>`; it is made where it is not there. `file` is one of
 * the project, with every package in an exact version.
 */
export async function installPython(name: string, file: string): Promise<Python> {
  const requirements = projectFile(file);
  const version = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex');
  const folder = projectFile(`.local/${name}/python-${version.slice(0, 12)}`);
  const program = join(folder, 'bin/python');
  if (await exists(program)) return { program };
  try {
    await run('python3', ['-c', IS_TOO_OLD]);
  } catch {
    return { missing: 'there is no python3 of 3.10 or later' };
  }
  try {
    await install(folder, requirements);
  } catch (error) {
    await rm(partOf(folder), { recursive: true, force: true });
    return { missing: `pip has failed: ${reasonOf(error as Error & { stderr?: string; killed?: boolean })}` };
  }
  return { program };
}

/** Installs beside the folder and renames at the end, so that an interrupted download is not taken for a whole one. */
async function install(folder: string, requirements: string): Promise<void> {
  const part = partOf(folder);
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  await run('python3', ['-m', 'venv', part]);
  const options = ['--quiet', '--no-deps', '--disable-pip-version-check'];
  const args = ['-m', 'pip', 'install', ...options, '-r', requirements];
  await run(join(part, 'bin/python'), args, { timeout: INSTALL_MS });
  await rename(part, folder);
}

function reasonOf({ stderr = '', message, killed }: Error & { stderr?: string; killed?: boolean }): string {
  if (killed) return 'it took too long';
  return (stderr.trim() || message.trim()).split('\n').at(-1) ?? '';
}

const partOf = (folder: string): string => `${folder}.part`;

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
