// Watches the sources for `npm run dev`: compiles what changed and restarts the processes that run it.
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { APPS, type Environment } from '#testing/environment';
import { projectFile } from '#testing/servers';
import { appsThatImport } from './import-graph.ts';

/** Nothing that changes what is written: with such an option the first compilation would write every file anew. */
export const COMPILER_ARGS: readonly string[] = [
  '--watch',
  '--project',
  'tsconfig.build.json',
  '--preserveWatchOutput',
  '--listEmittedFiles',
];
/** Begin and end of the compiler's lines about a file that it wrote, and about a compilation. */
const WRITTEN = 'TSFILE: ';
const STARTED = /Starting (incremental )?compilation/;
const SUCCEEDED = / Found 0 errors[.]/;

/** Compiles changed sources, and restarts the processes of a running system that import them. */
export class SourceWatcher {
  readonly #system: Environment;
  readonly #compiler: ChildProcess;
  readonly #ended: Promise<unknown>;
  #written: string[] = [];
  /** The restarts, one round after the other. */
  #restarts = Promise.resolve();
  #stopped = false;

  constructor(system: Environment) {
    this.#system = system;
    // Errors are part of the standard output. With an error, the compiler writes no files (noEmitOnError).
    const compiler = spawn(projectFile('node_modules/.bin/tsc'), COMPILER_ARGS, {
      cwd: projectFile(''),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#compiler = compiler;
    this.#ended = new Promise((resolve) => compiler.once('exit', resolve));
    createInterface({ input: compiler.stdout }).on('line', (line) => this.#read(line));
  }

  /** Ends the compiler, and waits for the restarts in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#compiler.kill();
    await Promise.all([this.#ended, this.#restarts]);
  }

  #read(line: string): void {
    if (line.startsWith(WRITTEN)) this.#written.push(line.slice(WRITTEN.length));
    else if (SUCCEEDED.test(line)) {
      const written = this.#written;
      this.#written = [];
      this.#restarts = this.#restarts.then(() => this.#restart(written));
    } else if (line && !STARTED.test(line)) console.log(line);
  }

  async #restart(written: readonly string[]): Promise<void> {
    if (this.#stopped) return;
    const startedAt = performance.now();
    const apps = appsThatImport(APPS, written);
    if (apps.length === 0) return;
    console.log(`Restarting ${apps.join(', ')} …`);
    let migrated: Promise<void> | undefined;
    const restarts = apps.map(async (app) => {
      if (written.some((file) => file.includes(`/${app}/src/migrations/`)))
        await (migrated ??= this.#system.migrate());
      await this.#system.processes[app].restart();
    });
    const results = await Promise.allSettled(restarts);
    const failures = results.filter((result) => result.status === 'rejected');
    if (this.#stopped) return;
    for (const reason of new Set(failures.map((one) => (one.reason as Error).message))) console.error(reason);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(failures.length > 0 ? 'Waiting for the next change.' : `Restarted in ${seconds} s.`);
  }
}
