// C30: clients that send their headers or bodies a byte at a time, beside others who want to be served.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../harness/checks/measurements.ts';
import type { Result, Scenario, FaultEnvironment } from '../../harness/scenario.ts';

/** Slow clients of each kind: as many as a gateway has places by default. */
const SLOW = 200;
/** Time between two bytes of a slow client, in milliseconds. */
const PACE_MS = 1000;
/** A slow client is sent away no later, in milliseconds. */
const GONE_MS = 30_000;
/** Reads of the others, each second. */
const RATE = 20;
/** Figures this small are noise: what is below counts as this, in milliseconds. */
const NOISE_MS = 25;

/** C30: the others do not notice, and the slow ones are sent away. */
export const slowClients: Scenario = {
  id: 'C30',
  title: '200 clients with slow headers and 200 with slow bodies',
  alone: true,
  run: async (context) => {
    const system = await context.open({ variables: { gateway: { IN_FLIGHT_MAX: String(SLOW) } } });
    const before = await reads(system, context.full ? 20_000 : 5000);
    const clients = Array.from(
      { length: 2 * SLOW },
      (_, n) => new SlowClient(system, n % 2 === 0 ? HEAD : BODY),
    );
    context.defer(() => clients.forEach((client) => client.close()));
    const during = await reads(system, 32_000);
    return resultOf({ before, during, lived: clients.map((client) => client.livedMs) });
  },
};

const HEAD = 'GET /api/v2/products HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
/** To a route that is open to everybody. */
const BODY =
  'POST /core/api/v2/accounts/sessions/email HTTP/1.1\r\nHost: localhost\r\n' +
  'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';

/** A client that is never done. */
class SlowClient {
  readonly #began = performance.now();
  readonly #socket: Socket;
  readonly #timer: NodeJS.Timeout;
  #gone: number | undefined;

  constructor({ stack }: FaultEnvironment, begin: string) {
    this.#socket = connect(Number(new URL(stack.baseUrl).port), '127.0.0.1', () => this.#socket.write(begin));
    this.#socket.on('error', () => undefined); // told by close
    this.#socket.on('close', () => (this.#gone ??= performance.now()));
    this.#socket.resume();
    this.#timer = setInterval(() => this.#socket.write(' '), PACE_MS);
  }

  /** How long it was borne; so far, when it still is. */
  get livedMs(): number {
    return (this.#gone ?? performance.now()) - this.#began;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket.destroy();
  }
}

interface Reads {
  times: number[];
  /** Answers other than 200, with how often. */
  others: Map<number, number>;
}

/** Reads at a steady rate for so long. */
async function reads(system: FaultEnvironment, forMs: number): Promise<Reads> {
  const done: Reads = { times: [], others: new Map() };
  const open: Promise<void>[] = [];
  const read = async (): Promise<void> => {
    const { status, ms } = await system.people[0].request('GET', '/products?limit=10');
    done.times.push(ms);
    if (status !== 200) done.others.set(status, (done.others.get(status) ?? 0) + 1);
  };
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(1000 / RATE))
    open.push(read());
  await Promise.all(open);
  return done;
}

function resultOf({ before, during, lived }: { before: Reads; during: Reads; lived: number[] }): Result {
  const [usual, slowed] = [before, during].map(({ times }) => Math.max(NOISE_MS, percentile(times, 99)));
  const longest = Math.max(...lived);
  const why = [
    during.others.size > 0 && `answers to the others: ${JSON.stringify([...during.others])}`,
    (slowed ?? 0) > 2 * (usual ?? 0) &&
      `p99 of the others: ${slowed?.toFixed(0)} ms instead of ${usual?.toFixed(0)}`,
    longest > GONE_MS && `a slow client was borne for ${(longest / 1000).toFixed(1)} s`,
  ].filter((reason) => reason !== false);
  return {
    faults: lived.length,
    accepted: during.times.length,
    lost: 0,
    doubled: 0,
    slowestRecoveryMs: longest,
    passed: why.length === 0,
    notes: `p99 ${percentile(before.times, 99).toFixed(0)} → ${percentile(during.times, 99).toFixed(0)} ms`,
    ...(why.length > 0 ? { why: why.join('; ') } : {}),
  };
}
