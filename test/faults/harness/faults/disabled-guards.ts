// A copy of the sources with one guard taken out, and whether its tests notice.
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programEnv, projectFile, temporaryFolder } from '#testing/servers';

/** A guard, the text that it is, what is left when it is gone, and the tests that should notice. */
export interface Mutant {
  guard: string;
  file: string;
  old: string;
  next: string;
  /** Pattern of test files. */
  tests: string;
}

const COPIED = ['apps', 'libs', 'deploy', 'package.json', 'tsconfig.json', 'jest.config.mjs'];

/** How many tests of a mutant failed; throws when they could not be run. */
export async function failuresOf(mutant: Mutant, signal: AbortSignal): Promise<number> {
  const dir = await temporaryFolder('mutant');
  try {
    await mkdir(dir, { recursive: true });
    for (const name of COPIED) await cp(projectFile(name), join(dir, name), { recursive: true });
    await symlink(projectFile('node_modules'), join(dir, 'node_modules'));
    const file = join(dir, mutant.file);
    const parts = (await readFile(file, 'utf8')).split(mutant.old);
    if (parts.length !== 2) throw new Error(`${mutant.file} has ${parts.length - 1} times: ${mutant.old}`);
    await writeFile(file, parts.join(mutant.next));
    return await runTests(dir, mutant.tests, signal);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

interface Report {
  numFailedTests: number;
  numPassedTests: number;
  numRuntimeErrorTestSuites: number;
}

async function runTests(dir: string, pattern: string, signal: AbortSignal): Promise<number> {
  const report = join(dir, 'report.json');
  const args = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--selectProjects', 'system'];
  const jest = [...args, '--testPathPatterns', pattern, '--json', '--outputFile', report];
  const run = promisify(execFile)(process.execPath, jest, { cwd: dir, env: programEnv(), signal });
  await run.catch(() => undefined); // tests that fail end it with 1; the report tells
  const found = JSON.parse(await readFile(report, 'utf8')) as Report;
  if (found.numRuntimeErrorTestSuites > 0 || found.numFailedTests + found.numPassedTests === 0)
    throw new Error(`The tests ${pattern} could not be run without the guard.`);
  return found.numFailedTests;
}
