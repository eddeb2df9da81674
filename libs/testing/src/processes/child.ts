// A supervised child process: it starts until it is ready, its last lines are kept, and it is stopped in order.
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, openSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { forget, watch } from './watchdog.ts';

/** Number of last lines that an error message quotes. */
const LAST_LINES = 25;
const POLL_MS = 50;
/** Longest wait for the end of the output of a child that has exited while starting, in milliseconds. */
const OUTPUT_MS = 1000;

/** How to run a child. */
export interface ChildSpec {
  name: string;
  command: string;
  args: readonly string[];
  /** The whole environment: nothing is inherited. */
  env: Readonly<Record<string, string>>;
  /** A log line that says that the child is ready, or an address that answers 200 once it is. */
  ready: RegExp | string;
  /** Longest time until the child is ready, in milliseconds. */
  readyMs: number;
  /** The signal that asks the child to exit in order. */
  stopSignal: NodeJS.Signals;
  /** Time to exit in order, in milliseconds; then the child is killed. */
  stopMs: number;
}

/** Hears the lines and the crash of a child, and may cancel its start. */
export interface Listener {
  /** When aborted, a start in progress ends and fails. Running children stay. */
  signal?: AbortSignal;
  line?(name: string, line: string): void;
  /** Called when a child that was ready exits although nobody stopped it. */
  exit?(child: Child, how: string): void;
}

/** A supervised child process. */
export class Child {
  #spec: ChildSpec;
  readonly #listener: Listener;
  readonly #tail: string[] = [];
  #process: ChildProcess | undefined;
  #ended: Promise<string> = Promise.resolve('never started');
  #ready = false;
  #stopping = false;

  private constructor(spec: ChildSpec, listener: Listener) {
    this.#spec = spec;
    this.#listener = listener;
  }

  /** Starts a child; resolves when it is ready. Throws an error with its last lines when it is not in time. */
  static async start(spec: ChildSpec, listener: Listener = {}): Promise<Child> {
    const child = new Child(spec, listener);
    await child.#launch();
    return child;
  }

  get name(): string {
    return this.#spec.name;
  }

  /** Process id; undefined while the child does not run. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** The last lines of its output. */
  get lastLines(): string {
    return this.#tail.join('\n');
  }

  /** Stops the child in order, or by force when that takes too long; tells how it exited. */
  stop(): Promise<string> {
    return this.#end(this.#spec.stopSignal);
  }

  /** Sends a signal, as a fault would. Waits for the exit unless the signal only pauses or resumes the child. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (signal === 'SIGSTOP' || signal === 'SIGCONT') this.#process?.kill(signal);
    else await this.#end(signal);
  }

  /** Stops the child if it runs, and starts it again; `changes` replace variables of its environment from now on. */
  async restart(changes: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.stop();
    this.#spec = { ...this.#spec, env: { ...this.#spec.env, ...changes } };
    await this.#launch();
  }

  async #launch(): Promise<void> {
    const { command, args, env, name, readyMs } = this.#spec;
    // Detached, so that Ctrl-C in a terminal reaches this process alone, which then stops its children in order.
    const running = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = running;
    this.#stopping = this.#ready = false;
    this.#tail.length = 0;
    this.#ended = new Promise((resolve) => {
      running.once('error', (error) => resolve(error.message));
      running.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`));
    });
    const closed = new Promise<void>((resolve) => running.once('close', () => resolve()));
    void this.#ended.then((how) => this.#exited(running, how));
    if (running.pid) watch(running.pid);
    try {
      await Promise.race([
        this.#whenReady(running),
        this.#ended.then((how) => Promise.reject(new Error(`${name} ended while starting (${how})`))),
        rejection(AbortSignal.timeout(readyMs), `${name} was not ready within ${readyMs / 1000} s`),
        rejection(this.#listener.signal, `The start of ${name} was called off`),
      ]);
      this.#ready = true;
    } catch (error) {
      await this.#end('SIGKILL');
      // What it wrote last may be read after its exit; a process of its own may keep the output open for longer.
      await Promise.race([closed, sleep(OUTPUT_MS)]);
      throw new Error(`${(error as Error).message}. Its last lines:\n${this.lastLines}`, { cause: error });
    }
  }

  async #whenReady(running: ChildProcess): Promise<void> {
    const { ready } = this.#spec;
    const readyLine = Promise.withResolvers<void>();
    const log = openLog(this.name);
    for (const stream of [running.stdout, running.stderr]) {
      createInterface({ input: stream as Readable }).on('line', (line) => {
        if (this.#tail.push(line) > LAST_LINES) this.#tail.shift();
        log?.write(`${line}\n`);
        this.#listener.line?.(this.name, line);
        if (ready instanceof RegExp && ready.test(line)) readyLine.resolve();
      });
    }
    running.once('close', () => log?.end());
    if (ready instanceof RegExp) return readyLine.promise;
    while (this.#process === running && !(await answers(ready))) await sleep(POLL_MS);
  }

  async #end(signal: NodeJS.Signals): Promise<string> {
    const running = this.#process;
    if (!running) return this.#ended;
    this.#stopping = true;
    running.kill(signal);
    const force = setTimeout(() => running.kill('SIGKILL'), this.#spec.stopMs);
    const how = await this.#ended;
    clearTimeout(force);
    return how;
  }

  #exited(running: ChildProcess, how: string): void {
    if (running.pid) forget(running.pid);
    if (this.#process === running) this.#process = undefined;
    if (this.#ready && !this.#stopping) this.#listener.exit?.(this, how);
  }
}

/** The file for everything that a child writes, where the folder CHILD_LOGS is set, as `npm test` does. */
function openLog(name: string): WriteStream | undefined {
  const folder = process.env['CHILD_LOGS'];
  if (!folder) return undefined;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.log`);
  // Opened at once: the folder goes with a test that passes, maybe before a stream would have opened the file.
  return createWriteStream(file, { fd: openSync(file, 'a') });
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // the child does not listen yet
  }
}

function rejection(signal: AbortSignal | undefined, message: string): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(new Error(message));
    signal?.addEventListener('abort', () => reject(new Error(message)), { once: true });
  });
}
