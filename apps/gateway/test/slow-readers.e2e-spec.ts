// Tests that answers which nobody reads are given up, before they fill the memory.
import { connect, type Socket } from 'node:net';
import { listProducts } from '#contracts';
import { newId } from '#platform/context';
import { until } from '#testing/until';
import { exampleProducts } from '../src/openapi/examples.ts';
import { PRODUCTS, startGateway, type GatewayEnvironment } from './gateway-environment.ts';

/** An answer of almost the largest size, in bytes. */
const BYTES = 900 * 1024;
const PAGE = JSON.stringify({
  products: [{ ...exampleProducts.products[0], description: 'x'.repeat(BYTES) }],
});
/** Requests on each connection: more than the buffers of the operating system hold the answers of. */
const REQUESTS = 12;
/** More readers than may wait for one account: each holds a part of an answer, and all together at most 24 MiB. */
const MOST_READERS = 200;

let gateway: GatewayEnvironment;
const readers: SlowReader[] = [];
/** Pages that the owner has given out. */
let pages = 0;
beforeAll(async () => {
  gateway = await startGateway({ LIMIT_READS_PER_MIN: 100_000 });
  await gateway.owners.on(listProducts, () => {
    pages += 1;
    return PAGE;
  });
}, 60_000);
afterAll(async () => {
  for (const { socket } of readers) socket.destroy();
  await gateway?.close();
}, 30_000);

/** A client that sends requests, and reads no answer. Without reading, only writing shows that it was given up. */
class SlowReader {
  readonly socket: Socket;
  isGivenUp = false;
  /** When it began, by performance.now(). */
  readonly startedAt = performance.now();

  constructor(token: string) {
    const request = `GET ${PRODUCTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    this.socket = connect(gateway.port, '127.0.0.1', () => this.socket.write(request.repeat(REQUESTS)));
    this.socket.on('error', () => undefined); // a close event follows
    const timer = setInterval(() => this.socket.write('\r\n'), 200);
    this.socket.on('close', () => {
      clearInterval(timer);
      this.isGivenUp = true;
    });
    readers.push(this);
  }
}

const left = (of: readonly SlowReader[]): number => of.filter(({ isGivenUp }) => !isGivenUp).length;

it('of one account are bounded, and others read on', async () => {
  const isBounded = (): boolean => left(readers) < readers.length;
  // One after the other: many at once would keep this process too busy to answer with pages.
  while (!isBounded() && readers.length < MOST_READERS) {
    const before = pages;
    new SlowReader(gateway.token);
    await until('the reader has its first page', () => pages > before);
  }
  await until('too many answers are given up', isBounded);
  const response = await gateway.call(PRODUCTS, {
    headers: { authorization: `Bearer ${await gateway.signer.token({ sub: newId() })}` },
  });
  expect((await response.text()).length).toBe(PAGE.length);
  expect(left(readers)).toBeGreaterThan(0);
}, 90_000);

it('are given up after 30 seconds', async () => {
  const [reader] = readers.filter(({ isGivenUp }) => !isGivenUp);
  await until('all are given up', () => left(readers) === 0, { withinMs: 40_000, everyMs: 100 });
  expect(performance.now() - reader!.startedAt).toBeGreaterThan(29_000);
}, 45_000);
