// Free TCP ports of this machine, and the start of a server on one of them.
import { randomInt } from 'node:crypto';
import getPort, { portNumbers } from 'get-port';

/** Below the range that systems use for outgoing connections, so that no connection takes a port before we bind it. */
const RANGE = { from: 20_000, to: 32_000 };
/** Each Jest worker has its own part of the range, because two could find one port free before either binds it. */
const PART = 1000;
const PARTS = (RANGE.to - RANGE.from) / PART;
/** Ports on which a server is tried. */
const TRIES = 3;

/** A port that nobody listens on and that this process did not get before; random, for the sake of other processes. */
export function freePort(): Promise<number> {
  const from = RANGE.from + (Number(process.env['JEST_WORKER_ID'] ?? randomInt(PARTS)) % PARTS) * PART;
  return getPort({ port: portNumbers(from + randomInt(PART), from + PART - 1), reserve: true });
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
