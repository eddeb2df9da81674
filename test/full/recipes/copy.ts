// A copy of the repository, in which the recipes of CONTRIBUTING.md are followed.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programEnv, projectFile, temporaryFolder } from '#testing/servers';

/** A place of a recipe: what is written there by hand, and what says so when it is forgotten. */
export interface Place {
  /** A file; one that does not exist is made. */
  path: string;
  edit: (text: string) => string;
  /** The check that fails without it, and the word by which its output names what is missing; absent if nothing does. */
  missing?: { check: Check; says: string };
}

/** A name of CHECKS, or the path of a spec. */
export type Check = keyof typeof CHECKS | `${string}spec.ts`;

const SCRIPT = ['node_modules/.bin/node', '--conditions=ts-source'];
/** What people run, with the state of the compiler kept: only what has changed is checked again. */
const CHECKS = {
  types: typesOf('.'),
  console: typesOf('apps/console'),
  client: [...SCRIPT, 'scripts/client.ts'],
  contracts: [...SCRIPT, 'scripts/contracts.ts'],
  docs: [...SCRIPT, 'scripts/docs/main.ts'],
} as const;
/** What `npm start` does where sources have changed. */
const BUILD = "await (await import('./scripts/setup/builds.mjs')).buildProgramsIfStale()";
/** What makes files from the code. */
const MAKES = {
  client: [...CHECKS.client, '--write'],
  docs: [...CHECKS.docs, '--write'],
  build: [...SCRIPT, '--input-type=module', '--eval', BUILD],
} as const;

/** What checks the types of a folder with a tsconfig.json. */
function typesOf(folder: string): string[] {
  const options = ['--project', folder, '--noEmit', '--incremental', '--tsBuildInfoFile'];
  return ['node_modules/.bin/tsc', ...options, `.local/types/${folder}.json`];
}

/** How a command ended. */
export interface Ended {
  hasPassed: boolean;
  output: string;
}

/** The places of all recipes in one copy. */
export class RecipeCopy {
  private folder = '';

  async make(): Promise<void> {
    this.folder = await temporaryFolder('recipes');
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: projectFile(''),
      maxBuffer: 64 * 1024 * 1024,
    });
    for (const path of listed.toString().split('\0').filter(Boolean))
      if (existsSync(projectFile(path))) cpSync(projectFile(path), join(this.folder, path));
    symlinkSync(projectFile('node_modules'), join(this.folder, 'node_modules'));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Writes what belongs into a place. */
  follow({ path, edit }: Place): void {
    const file = join(this.folder, path);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const after = edit(before);
    if (after === before) throw new Error(`${path} has no such place any more.`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, after);
  }

  /** Takes away what was written into a place; what it gives writes it again. */
  leaveOut({ path }: Place): () => void {
    const file = join(this.folder, path);
    const written = readFileSync(file);
    if (existsSync(projectFile(path))) cpSync(projectFile(path), file);
    else rmSync(file);
    return () => writeFileSync(file, written);
  }

  async makeFiles(name: keyof typeof MAKES): Promise<void> {
    const { hasPassed, output } = await this.run(MAKES[name]);
    if (!hasPassed) throw new Error(output);
  }

  check(check: Check): Promise<Ended> {
    return this.run(check in CHECKS ? CHECKS[check as keyof typeof CHECKS] : this.jest(check));
  }

  private jest(path: string): string[] {
    return ['node_modules/.bin/node', 'node_modules/jest/bin/jest.js', '--runTestsByPath', path];
  }

  private run([command = '', ...args]: readonly string[]): Promise<Ended> {
    // Not with the settings of the run of tests that this is a part of.
    const options = { cwd: this.folder, env: programEnv(), maxBuffer: 64 * 1024 * 1024 };
    return new Promise((resolve) => {
      execFile(join(this.folder, command), args, options, (error, stdout, stderr) => {
        resolve({ hasPassed: !error, output: `${stdout}\n${stderr}` });
      });
    });
  }
}
