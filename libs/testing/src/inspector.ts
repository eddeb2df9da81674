// Holds up the event loop of a running process from outside, by its debugger: no failpoint in our code.
import { once } from 'node:events';

/** Longest time for the debugger to open, in milliseconds. */
const OPEN_MS = 5000;

/** Variables for processes that are to be held up: several debuggers on one machine need a port each. */
export const INSPECTABLE = '--inspect-port=0';

/** Hears what processes say, and knows where their debuggers listen. */
export class Inspector {
  readonly #addresses = new Map<string, (address: string) => void>();

  /** To be told every line of every process. */
  hear(name: string, line: string): void {
    const address = /^Debugger listening on (ws:\S+)/.exec(line)?.[1];
    if (address) this.#addresses.get(name)?.(address);
  }

  /** Keeps the event loop of a process busy for so many milliseconds; resolves once it is. */
  async block({ name, pid }: { name: string; pid: number | undefined }, ms: number): Promise<void> {
    if (pid === undefined) throw new Error(`${name} does not run.`);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#addresses.set(name, resolve);
    AbortSignal.timeout(OPEN_MS).addEventListener('abort', () => reject(new Error('No debugger opened.')));
    process.kill(pid, 'SIGUSR1');
    const socket = new WebSocket(await promise);
    await once(socket, 'open');
    const expression = `for (const end = Date.now() + ${ms}; Date.now() < end; );`;
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
    socket.addEventListener('message', () => socket.close());
  }
}
