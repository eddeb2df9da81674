// Free TCP ports of this machine, and the start of a server on one of them.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import getPort from 'get-port';

/** Below the range that systems use for outgoing connections, so that no connection takes a port before we bind it. */
const RANGE = { from: 20_000, to: 32_000 };
/** Each process has a part of the range: two could find one port free, and one take the answers of the other for its own. */
const PART = 400;
const PARTS = (RANGE.to - RANGE.from) / PART;
/** Ports on which a server is tried. */
const TRIES = 3;

/** The first port of this process's part. */
let part: Promise<number> | undefined;
let given = 0;

/** A port that nobody listens on; this process gets it again after PART others, and another process only when this one has ended. */
export async function freePort(): Promise<number> {
  const first = await (part ??= takePart());
  for (let tries = 1; tries < PART; tries += 1) {
    const port = first + 1 + (given % (PART - 1));
    given += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`Somebody listens on each port from ${first} to ${first + PART - 1}.`);
}

/** Listens on the first port of a part until this process ends, so that no other process takes the part. */
async function takePart(): Promise<number> {
  const start = randomInt(PARTS);
  for (let place = 0; place < PARTS; place += 1) {
    const first = RANGE.from + ((start + place) % PARTS) * PART;
    const holder = createServer().listen({ port: first, host: '127.0.0.1', exclusive: true });
    const isTaken = await once(holder, 'listening').then(
      () => false,
      () => true,
    );
    if (isTaken) continue;
    holder.unref();
    return first;
  }
  throw new Error(`Other processes have all ports from ${RANGE.from} to ${RANGE.to}: let some of them end.`);
}

/** True when nobody listens on a port. */
export async function isFree(port: number): Promise<boolean> {
  return (await getPort({ port })) === port;
}

/** A port, or how to choose one. */
export type Port = number | (() => Promise<number>);

/**
 * Starts a server on a port. One that was chosen may be taken before the server binds it: then another one is chosen, and
 * the server is started again. `start` must reject with an error that says so, as those of `Child` and of Node do.
 */
export async function onPort<S>(port: Port, start: (port: number) => Promise<S>): Promise<S> {
  if (typeof port === 'number') return start(port);
  for (let tries = 1; ; tries += 1) {
    const chosen = await port();
    try {
      return await start(chosen);
    } catch (error) {
      if (tries === TRIES || !isInUse(error, chosen)) throw error;
    }
  }
}

/** True when a start has failed because somebody listens on this port, and not on another one that the server needs. */
function isInUse(error: unknown, port: number): boolean {
  const [text, named] = /address already in use(?: [^\s"]*:(\d+))?/i.exec(String(error)) ?? []; // Node names the port
  return text !== undefined && (named === undefined || Number(named) === port);
}
