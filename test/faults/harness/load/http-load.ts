// Clients that cost little beside what they load, for scenarios that want many requests a second.
import autocannon from 'autocannon';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** What to ask, on how many connections. */
export type Requests = Pick<autocannon.Options, 'method' | 'headers' | 'body'> & {
  url: string;
  connections: number;
};

/** An answer that came: its status, and after how many milliseconds. */
export type Heard = (status: number, ms: number) => void;

/** How often and for how long to ask. */
export interface Pace {
  /** Requests a second. */
  rate: number;
  seconds: number;
}

/** What a process of clients is told to do. */
export interface Order {
  requests: Requests;
  pace: Pace;
}

/** Clients that begin one after the other, all within a second. */
const CLIENTS = 50;

/** Asks for so many seconds, on each connection as fast as answers come. */
export function askEagerly(requests: Requests, seconds: number, heard: Heard): Promise<void> {
  return run({ ...requests, duration: seconds }, heard);
}

/**
 * Asks for so many seconds and one, `rate` times a second once all clients have begun. A client that has a rate sends
 * all that is due in a second at its beginning; so the rate is shared among many that begin at different times, or it
 * were bursts.
 */
export async function askSteadily(requests: Requests, { rate, seconds }: Pace, heard: Heard): Promise<void> {
  const share = {
    ...requests,
    connections: Math.ceil(requests.connections / CLIENTS),
    overallRate: Math.round(rate / CLIENTS),
    duration: seconds + 1,
  };
  const clients = Array.from({ length: CLIENTS }, (_, n) => sleep((1000 * n) / CLIENTS));
  await Promise.all(clients.map((turn) => turn.then(() => run(share, heard))));
}

/** Asks as `askSteadily` does, from a process of its own; gives how often each status came. */
export async function askFromOutside(order: Order): Promise<Record<string, number>> {
  const clients = fork(new URL('http-load-process.ts', import.meta.url));
  const ended = once(clients, 'exit').then(([code]) => {
    throw new Error(`The process of clients ended with ${String(code)}.`);
  });
  clients.send(order);
  try {
    const [statuses] = (await Promise.race([once(clients, 'message'), ended])) as [Record<string, number>];
    return statuses;
  } finally {
    ended.catch(() => undefined); // it ends now
    if (clients.connected) clients.disconnect();
  }
}

function run(options: autocannon.Options, heard: Heard): Promise<void> {
  return new Promise((resolve, reject) => {
    autocannon(options, (error: Error | null) => (error ? reject(error) : resolve())).on(
      'response',
      (_client, status, _bytes, ms) => heard(status, ms),
    );
  });
}
