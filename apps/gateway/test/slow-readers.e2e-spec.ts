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
const REQUESTS = 30;
/** Maximum bytes that wait for one account. */
const MAX_BYTES = 24 * 1024 * 1024;

let gateway: GatewayEnvironment;
const readers: SlowReader[] = [];
beforeAll(async () => {
  gateway = await startGateway({ LIMIT_READS_PER_MIN: 100_000 });
  await gateway.owners.on(listProducts, () => PAGE);
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
  const greedy = Array.from({ length: 60 }, () => new SlowReader(gateway.token));
  const fits = Math.ceil(MAX_BYTES / BYTES);
  await until('too many answers are given up', () => left(greedy) <= fits + 12, { withinMs: 15_000 });
  const response = await gateway.call(PRODUCTS, {
    headers: { authorization: `Bearer ${await gateway.signer.token({ sub: newId() })}` },
  });
  expect((await response.text()).length).toBe(PAGE.length);
  expect(left(greedy)).toBeGreaterThan(0);
}, 30_000);

it('are given up after 30 seconds', async () => {
  const [reader] = readers.filter(({ isGivenUp }) => !isGivenUp);
  await until('all are given up', () => left(readers) === 0, { withinMs: 40_000, everyMs: 100 });
  expect(performance.now() - reader!.startedAt).toBeGreaterThan(29_000);
}, 45_000);
