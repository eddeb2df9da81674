// Runs kubectl against the cluster of the test.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** What kubectl answers. */
export interface Answer {
  code: number;
  stdout: string;
  /** Warnings of the API server, and errors. */
  stderr: string;
}

/** The program, found and told which cluster and which user by its environment. */
export class Kubectl {
  readonly #env: Record<string, string>;

  constructor(env: Record<string, string>) {
    this.#env = env;
  }

  /** Starts it, for a command that runs until it is killed. */
  start(args: readonly string[]): ChildProcessWithoutNullStreams {
    return spawn('kubectl', args, { env: this.#env, stdio: 'pipe' });
  }

  /** Runs it; `input` is its standard input. */
  async ask(args: readonly string[], input = ''): Promise<Answer> {
    const child = this.start(args);
    child.stdin.on('error', () => undefined).end(input); // it may end before it has read all
    const ended = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, stdout, stderr };
  }

  /** Runs it and gives its standard output. Throws what it says when it fails. */
  async run(args: readonly string[], input = ''): Promise<string> {
    const { code, stdout, stderr } = await this.ask(args, input);
    if (code !== 0)
      throw new Error(`kubectl ${args.join(' ')} failed (exit code ${code}):\n${stderr.trim()}`);
    return stdout.trim();
  }

  /** An object, or a list of them. */
  async get<T>(...args: string[]): Promise<T> {
    return JSON.parse(await this.run(['get', '--output', 'json', ...args])) as T;
  }

  /** Makes objects, or changes them. */
  async apply(objects: readonly object[]): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items: objects };
    await this.run(['apply', '--server-side', '--force-conflicts', '--filename', '-'], JSON.stringify(list));
  }
}
