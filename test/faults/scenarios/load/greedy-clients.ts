// C42: an account requests large pages and reads none of them, and holds as many waits as it can.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '#testing/environment';
import { Tally } from '../../harness/checks/tally.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import { insertProducts } from '../../harness/environment/products.ts';
import { resultOf, type Context, type Scenario } from '../../harness/scenario.ts';

/** Concurrent requests of the gateway; its default. */
const IN_FLIGHT = 200;
/** Connections that request a page every so many milliseconds: together 50 a second, an account's limit. */
const CONNECTIONS = 50;
const PACE_MS = 1000;
/** Memory of a gateway's pod, in bytes. */
const MAX_MEMORY = 512 * 1024 * 1024;
/** Longest time until an answer that nobody reads is given up, in milliseconds. */
const GIVEN_UP_MS = 31_000;

export const greedyClients: Scenario = {
  id: 'C42',
  title: 'an account reads none of the large pages that it requests, and holds all waits it gets',
  holds: 'the gateway stays below 512 MiB, resets such connections within 31 s, and serves others as usual',
  alone: true,
  run: async (context) => {
    const limits = { IN_FLIGHT_MAX: String(IN_FLIGHT), LIMIT_READS_PER_MIN: '3000' };
    const system = await context.open({ people: 2, variables: { gateway: limits } });
    const [greedy, other = greedy] = system.people;
    await insertProducts(context, system, greedy, PRODUCTS);
    const waits = Array.from({ length: IN_FLIGHT / 2 }, () => wait(greedy, 'sandbox:slow'));
    const readers = Array.from({ length: CONNECTIONS }, () => new Reader(system, greedy));
    context.defer(() => readers.forEach((reader) => reader.close()));
    const seen = await watch(context, system, other);
    for (const reader of readers) reader.stop();
    await sleep(GIVEN_UP_MS);
    const kept = readers.filter(({ isOpen }) => isOpen).length;
    const held = (await Promise.all(waits)).filter((isHeeded) => isHeeded).length;
    const megabytes = Math.round(seen.memory / 1024 / 1024);
    const counts = {
      faults: readers.length + held,
      accepted: seen.reads.total,
      notes: `memory at most ${megabytes} MiB; ${held} of ${waits.length} waits heeded`,
    };
    return resultOf(counts, [
      seen.memory > MAX_MEMORY && `the gateway had ${megabytes} MiB`,
      seen.reads.others(200).length > 0 && `answers to other clients: ${seen.reads.summary}`,
      seen.ignored > 0 && `${seen.ignored} of ${seen.waits} waits of others were not heeded`,
      kept > 0 && `${kept} connections with unread answers are still open`,
    ]);
  },
};

/** Products of 9 kB: a page of them is as large as a page may be. */
const PRODUCTS = Array.from({ length: 100 }, (_, n) => ({
  title: `Product ${n}`,
  brand: 'Brand',
  description: 'word '.repeat(1750),
  specification: '',
  feature: '',
  mainImage: `https://images.example/${n}.jpg`,
  link: `https://shop.example/products/${n}`,
}));

/** Creates a generation and waits for its end; true when the gateway heeded that. */
async function wait(person: Person, model: string): Promise<boolean> {
  const body = { applicationId: 'product-title', environment: { model } };
  const { headers } = await person.post('/generations', body, { prefer: 'wait=30' });
  return headers.has('preference-applied');
}

/** What was seen while the greedy account was busy: memory in bytes, and how the other account was served. */
interface Seen {
  memory: number;
  reads: Tally;
  waits: number;
  ignored: number;
}

/** Watches for 25 s, or until the gateway has too much memory. */
async function watch(context: Context, system: FaultEnvironment, other: Person): Promise<Seen> {
  const seen = { memory: 0, reads: new Tally(), waits: 0, ignored: 0 };
  const end = performance.now() + 25_000;
  while (performance.now() < end && seen.memory <= MAX_MEMORY) {
    context.signal.throwIfAborted();
    seen.reads.add((await other.get('/products?limit=10')).status);
    seen.waits += 1;
    if (!(await wait(other, 'offline:composer-1'))) seen.ignored += 1;
    seen.memory = Math.max(seen.memory, (await system.memory())['gateway'] ?? 0);
    await sleep(200);
  }
  return seen;
}

/** A client that requests pages on one connection, and reads none. */
class Reader {
  readonly #socket: Socket;
  readonly #timer: NodeJS.Timeout;
  #text: string;
  isOpen = true;

  constructor({ baseUrl }: FaultEnvironment, { token }: Person) {
    this.#text = `GET /api/v2/products?limit=100 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    this.#socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
    this.#socket.on('error', () => undefined); // a close follows
    this.#socket.on('close', () => {
      this.isOpen = false;
      clearInterval(this.#timer);
    });
    this.#timer = setInterval(() => this.#socket.write(this.#text), PACE_MS);
  }

  /** Requests no more pages. An empty line, which HTTP ignores there, still shows whether the connection is open. */
  stop(): void {
    this.#text = '\r\n';
  }

  close(): void {
    this.#socket.destroy();
  }
}
