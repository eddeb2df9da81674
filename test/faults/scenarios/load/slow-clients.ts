// C30: clients that send their headers or bodies one byte at a time.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '#testing/statistics';
import { Tally } from '../../harness/checks/tally.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import { NOISE_MS } from '../../harness/load/machine.ts';
import { resultOf, type Scenario } from '../../harness/scenario.ts';
import { thrownLater } from '../../harness/thrown-later.ts';

/** Slow clients of each kind: as many requests as a gateway serves at once by default. */
const SLOW = 200;
/** Time between two bytes of a slow client, in milliseconds. */
const PACE_MS = 1000;
/** Longest time until a slow client is disconnected, in milliseconds. */
const DISCONNECTED_MS = 30_000;
/** Reads of the other clients a second. */
const RATE = 20;

export const slowClients: Scenario = {
  id: 'C30',
  title: '200 clients with slow headers and 200 with slow bodies',
  holds: 'they are disconnected within 30 s; p99 of other requests at most doubles',
  alone: true,
  run: async (context) => {
    const system = await context.open({ variables: { gateway: { IN_FLIGHT_MAX: String(SLOW) } } });
    const before = await read(system, context.full ? 20_000 : 5000);
    const clients = Array.from(
      { length: 2 * SLOW },
      (_, n) => new SlowClient(system, n % 2 === 0 ? HEAD : BODY),
    );
    context.defer(() => clients.forEach((client) => client.close()));
    const during = await read(system, 32_000);
    const longestMs = Math.max(...clients.map((client) => client.livedMs));
    const usual = percentile(before.times, 99);
    const slowed = percentile(during.times, 99);
    const counts = {
      faults: clients.length,
      accepted: during.times.length,
      slowestRecoveryMs: longestMs,
      notes: `p99 ${usual.toFixed(0)} → ${slowed.toFixed(0)} ms`,
    };
    return resultOf(counts, [
      during.statuses.others(200).length > 0 && `answers to other clients: ${during.statuses.summary}`,
      Math.max(NOISE_MS, slowed) > 2 * Math.max(NOISE_MS, usual) &&
        `p99 of other requests: ${slowed.toFixed(0)} ms instead of ${usual.toFixed(0)} ms`,
      longestMs > DISCONNECTED_MS && `a slow client stayed connected for ${(longestMs / 1000).toFixed(1)} s`,
    ]);
  },
};

const HEAD = 'GET /api/v2/products HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
/** A request to a route without authentication. */
const BODY =
  'POST /core/api/v2/accounts/sessions/email HTTP/1.1\r\nHost: localhost\r\n' +
  'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';

/** A client that sends a byte now and then, without an end. */
class SlowClient {
  readonly #startedAt = performance.now();
  readonly #socket: Socket;
  readonly #timer: NodeJS.Timeout;
  #closedAt: number | undefined;

  constructor({ baseUrl }: FaultEnvironment, begin: string) {
    this.#socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => this.#socket.write(begin));
    this.#socket.on('error', () => undefined); // a close follows
    this.#socket.on('close', () => (this.#closedAt ??= performance.now()));
    this.#socket.resume();
    this.#timer = setInterval(() => this.#socket.write(' '), PACE_MS);
  }

  /** How long it was connected, or has been so far, in milliseconds. */
  get livedMs(): number {
    return (this.#closedAt ?? performance.now()) - this.#startedAt;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket.destroy();
  }
}

/** Reads at a steady rate for this time, in milliseconds. */
async function read(
  { people }: FaultEnvironment,
  forMs: number,
): Promise<{ times: number[]; statuses: Tally }> {
  const reads = { times: [] as number[], statuses: new Tally() };
  const open: Promise<void>[] = [];
  const one = async (): Promise<void> => {
    const { status, ms } = await people[0].get('/products?limit=10');
    reads.times.push(ms);
    reads.statuses.add(status);
  };
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(1000 / RATE))
    open.push(thrownLater(one()));
  await Promise.all(open);
  return reads;
}
