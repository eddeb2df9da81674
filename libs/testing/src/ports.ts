// Free TCP ports of this machine.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range from which systems take ports for outgoing connections, so that none takes ours meanwhile. */
const RANGE = { from: 20_000, to: 32_000 };
/** Test files that run at once: each takes ports of its own part, since a port is found free before it is taken. */
const PARTS = 2;

const given = new Set<number>();

/** A port that nobody listens on, and that this process was not given before. */
export async function freePort(): Promise<number> {
  const size = (RANGE.to - RANGE.from) / PARTS;
  const from = RANGE.from + (Number(process.env['JEST_WORKER_ID'] ?? randomInt(PARTS)) % PARTS) * size;
  for (;;) {
    const port = randomInt(from, from + size);
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
