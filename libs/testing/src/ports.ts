// Free TCP ports of this machine.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range from which systems take ports for outgoing connections, so that none takes ours meanwhile. */
const RANGE = { from: 20_000, to: 32_000 };

const given = new Set<number>();

/** A port that nobody listens on, and that this process was not given before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(RANGE.from, RANGE.to);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/** True when nobody listens on a port. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '0.0.0.0', () => resolve(true));
  });
  if (free) await new Promise((resolve) => server.close(resolve));
  return free;
}
