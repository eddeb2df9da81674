// Blocks the event loop of a running process through its debugger, so that our code needs no failpoints.
import { once } from 'node:events';
import type { Child } from '#testing/processes';

/** Longest time for the debugger to open, in milliseconds. */
const OPEN_MS = 5000;

/** A Node option for processes that may be blocked: each debugger on one machine needs its own port. */
export const INSPECTABLE = '--inspect-port=0';

/** Finds the debugger of a process in its output, and blocks its event loop. */
export class Inspector {
  readonly #address = Promise.withResolvers<string>();

  /** Takes every line of the process. */
  hear(line: string): void {
    const address = /^Debugger listening on (ws:\S+)/.exec(line)?.[1];
    if (address) this.#address.resolve(address);
  }

  /** Blocks the event loop of the process for some milliseconds; resolves once it is blocked. */
  async block({ name, pid }: Child, ms: number): Promise<void> {
    if (pid === undefined) throw new Error(`${name} does not run.`);
    const { promise, reject } = this.#address;
    AbortSignal.timeout(OPEN_MS).addEventListener('abort', () => reject(new Error('No debugger opened.')));
    process.kill(pid, 'SIGUSR1');
    const socket = new WebSocket(await promise);
    await once(socket, 'open');
    const expression = `for (const end = Date.now() + ${ms}; Date.now() < end; );`;
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
    socket.addEventListener('message', () => socket.close());
  }
}
