// Blocks the event loop of a running process through its debugger, so that our code needs no failpoints.
import { once } from 'node:events';

/** Longest time for the debugger to open, in milliseconds. */
const OPEN_MS = 5000;

/** A Node option for processes that may be blocked: each debugger on one machine needs its own port. */
export const INSPECTABLE = '--inspect-port=0';

/** Finds the debuggers of processes in their output, and blocks their event loops. */
export class Inspector {
  readonly #addresses = new Map<string, (address: string) => void>();

  /** Takes every line of every process. */
  hear(name: string, line: string): void {
    const address = /^Debugger listening on (ws:\S+)/.exec(line)?.[1];
    if (address) this.#addresses.get(name)?.(address);
  }

  /** Blocks the event loop of a process for some milliseconds; resolves once it is blocked. */
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
