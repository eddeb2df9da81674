// HTTP load with little overhead, for scenarios that need many requests a second.
import autocannon from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadProcess, type Statuses } from './load-process.ts';

/** The request to repeat, and the number of connections. */
export type Requests = Pick<autocannon.Options, 'method' | 'headers' | 'body'> & {
  url: string;
  connections: number;
};

/** Called for each answer, with its status and its duration in milliseconds. */
export type OnAnswer = (status: number, ms: number) => void;

/** How fast and how long to send. */
export interface Pace {
  /** Requests a second. */
  rate: number;
  seconds: number;
}

/** A load for a separate process. */
export interface LoadOrder {
  requests: Requests;
  pace: Pace;
}

/** Clients that start one after the other within the first second. */
const CLIENTS = 50;

/** Sends for this many seconds; each connection sends again as soon as it has an answer. */
export function sendUnpaced(requests: Requests, seconds: number, onAnswer: OnAnswer): Promise<void> {
  return run({ ...requests, duration: seconds }, onAnswer);
}

/**
 * Sends `rate` requests a second, for one second longer than asked because the clients start during the first second.
 * A client with a rate sends all requests of a second at its beginning. Many clients that start at different times
 * share the rate, so that the load does not come in bursts.
 */
export async function sendAtRate(
  requests: Requests,
  { rate, seconds }: Pace,
  onAnswer: OnAnswer,
): Promise<void> {
  const share = {
    ...requests,
    connections: Math.ceil(requests.connections / CLIENTS),
    overallRate: Math.round(rate / CLIENTS),
    duration: seconds + 1,
  };
  const starts = Array.from({ length: CLIENTS }, (_, n) => sleep((1000 * n) / CLIENTS));
  await Promise.all(starts.map((start) => start.then(() => run(share, onAnswer))));
}

/** Sends as `sendAtRate` does, from a process of its own; returns how often each status came. */
export function sendFromOwnProcess(order: LoadOrder): Promise<Statuses> {
  const program = new URL('http-load-process.ts', import.meta.url);
  return new LoadProcess(program, order).statuses();
}

function run(options: autocannon.Options, onAnswer: OnAnswer): Promise<void> {
  return new Promise((resolve, reject) => {
    autocannon(options, (error: Error | null) => (error ? reject(error) : resolve())).on(
      'response',
      (_client, status, _bytes, ms) => onAnswer(status, ms),
    );
  });
}
