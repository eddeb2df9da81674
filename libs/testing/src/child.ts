// A child process under supervision: watched until it is ready, its last words kept, ended in order.
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { forget, watch } from './guard.ts';

/** Lines that an error message quotes. */
const LAST_LINES = 25;
const POLL_MS = 50;

/** How to run a child. */
export interface ChildSpec {
  name: string;
  command: string;
  args: readonly string[];
  /** The whole environment: nothing is inherited. */
  env: Readonly<Record<string, string>>;
  /** The log line that says it is ready, or an address that answers 200 from then on. */
  ready: RegExp | string;
  /** Longest time until it is ready, in milliseconds. */
  readyMs: number;
  /** What it leaves in order on. */
  stopSignal: NodeJS.Signals;
  /** Time to leave in order, in milliseconds; then it is killed. */
  stopMs: number;
}

/** Who hears of a child, and may call its start off. */
export interface Listener {
  /** Aborted: what is starting is ended and fails. What runs is not touched. */
  signal?: AbortSignal;
  line?(name: string, line: string): void;
  /** Called when a child that was ready ends without having been told to. */
  exit?(child: Child, how: string): void;
}

/** A child process under supervision. */
export class Child {
  readonly #spec: ChildSpec;
  readonly #listener: Listener;
  readonly #tail: string[] = [];
  #process: ChildProcess | undefined;
  #ended: Promise<string> = Promise.resolve('never started');
  #ready = false;
  #told = false;

  private constructor(spec: ChildSpec, listener: Listener) {
    this.#spec = spec;
    this.#listener = listener;
  }

  /** Starts a child; resolves when it is ready, and fails with its last lines when it is not. */
  static async start(spec: ChildSpec, listener: Listener = {}): Promise<Child> {
    const child = new Child(spec, listener);
    await child.#launch();
    return child;
  }

  get name(): string {
    return this.#spec.name;
  }

  /** Process id; undefined while it does not run. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** What tells that it is ready: a log line, or an address. */
  get ready(): RegExp | string {
    return this.#spec.ready;
  }

  /** What it said last. */
  get lastLines(): string {
    return this.#tail.join('\n');
  }

  /** Ends it in order, or by force when it takes too long; tells how it ended. */
  stop(): Promise<string> {
    return this.#end(this.#spec.stopSignal);
  }

  /** Sends a signal as an accident would; waits for the end unless the signal only halts or wakes it. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (signal === 'SIGSTOP' || signal === 'SIGCONT') this.#process?.kill(signal);
    else await this.#end(signal);
  }

  /** Ends it if it runs, and starts it again as it was. */
  async restart(): Promise<void> {
    await this.stop();
    await this.#launch();
  }

  async #launch(): Promise<void> {
    const { command, args, env, name, readyMs } = this.#spec;
    // Detached: Ctrl-C in a terminal reaches this process alone, which then ends its children in order.
    const running = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = running;
    this.#told = this.#ready = false;
    this.#tail.length = 0;
    this.#ended = new Promise((resolve) => {
      running.once('error', (error) => resolve(error.message));
      running.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`));
    });
    void this.#ended.then((how) => this.#leave(running, how));
    if (running.pid) watch(running.pid);
    const cancel = new AbortController();
    const late = AbortSignal.timeout(readyMs);
    try {
      await Promise.race([
        this.#whenReady(running, AbortSignal.any([cancel.signal, late])),
        this.#ended.then((how) => Promise.reject(new Error(`${name} ended while starting (${how})`))),
        rejection(late, `${name} was not ready within ${readyMs / 1000} s`),
        rejection(this.#listener.signal, `The start of ${name} was called off`),
      ]);
      this.#ready = true;
    } catch (error) {
      await this.#end('SIGKILL');
      throw new Error(`${(error as Error).message}. Its last lines:\n${this.lastLines}`, { cause: error });
    } finally {
      cancel.abort();
    }
  }

  async #whenReady({ stdout, stderr }: ChildProcess, signal: AbortSignal): Promise<void> {
    const { ready } = this.#spec;
    const said = new Promise<void>((resolve) => {
      for (const stream of [stdout, stderr]) {
        createInterface({ input: stream as Readable }).on('line', (line) => {
          if (this.#tail.push(line) > LAST_LINES) this.#tail.shift();
          this.#listener.line?.(this.name, line);
          if (ready instanceof RegExp && ready.test(line)) resolve();
        });
      }
    });
    if (ready instanceof RegExp) return said;
    while (!signal.aborted && !(await answers(ready))) await pause(POLL_MS);
  }

  async #end(signal: NodeJS.Signals): Promise<string> {
    const running = this.#process;
    if (!running) return this.#ended;
    this.#told = true;
    running.kill(signal);
    const force = setTimeout(() => running.kill('SIGKILL'), this.#spec.stopMs);
    const how = await this.#ended;
    clearTimeout(force);
    return how;
  }

  #leave(running: ChildProcess, how: string): void {
    if (running.pid) forget(running.pid);
    if (this.#process === running) this.#process = undefined;
    if (this.#ready && !this.#told) this.#listener.exit?.(this, how);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // nobody listens yet
  }
}

function rejection(signal: AbortSignal | undefined, message: string): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(new Error(message));
    signal?.addEventListener('abort', () => reject(new Error(message)), { once: true });
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
