// Free TCP ports of this machine.
import { randomInt } from 'node:crypto';
import getPort, { portNumbers } from 'get-port';

/** Below the range that systems use for outgoing connections, so that no connection takes a port before we bind it. */
const RANGE = { from: 20_000, to: 32_000 };
/** Each Jest worker has its own part of the range, because two could find one port free before either binds it. */
const PARTS = 2;

/** A port that nobody listens on and that this process did not get before; random, for the sake of other processes. */
export function freePort(): Promise<number> {
  const size = (RANGE.to - RANGE.from) / PARTS;
  const from = RANGE.from + (Number(process.env['JEST_WORKER_ID'] ?? randomInt(PARTS)) % PARTS) * size;
  return getPort({ port: portNumbers(from + randomInt(size), from + size - 1), reserve: true });
}

/** True when nobody listens on a port. */
export async function isFree(port: number): Promise<boolean> {
  return (await getPort({ port })) === port;
}
