// Tests that slow clients, more than there are places, are refused when their time is over and leave the places to others; and
// that they do not hold up a gateway which shuts down.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProducts, type ErrorResponse } from '#contracts';
import { sized } from '#testing/size';
import { exampleProducts } from '../src/openapi/examples/examples.ts';
import {
  GENERATIONS,
  PRODUCTS,
  servedBy,
  startGateway,
  untilRead,
  type GatewayEnvironment,
} from './gateway-environment.ts';

const PLACES = 50;
const HEADERS_TIMEOUT_MS = sized(1000, 10_000);
const REQUEST_TIMEOUT_MS = sized(2500, 25_000);
const MINUTE_MS = 60_000;
/** Pieces of a body that comes for longer than a shutdown waits for the next one. */
const COMING_PIECES = sized(30, 5);

let gateway: GatewayEnvironment;
const sockets: Socket[] = [];
/** Connections of slow clients that have ended. */
let ended = 0;
beforeAll(async () => {
  gateway = await startGateway({ IN_FLIGHT_MAX: PLACES, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await gateway?.close();
});

/** The beginnings of requests: of a head, and of a body. */
const HEAD = `GET ${PRODUCTS} HTTP/1.1\r\nX-Slow: `;
const beginningOfBody = (): string =>
  `POST ${GENERATIONS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n` +
  'Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{';

/** How the connection of a slow client ended. */
interface End {
  received: string;
  /** Milliseconds since the connection was opened. */
  ms: number;
}

/** Sends the beginning of a request, then a little more now and then until the connection ends. */
function sendSlowly(beginning: string, port = gateway.port, more = 'x'): Promise<End> {
  const opened = performance.now();
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(beginning); // waits for the connection, as what follows it does
  const timer = setInterval(() => socket.write(more), HEADERS_TIMEOUT_MS / 10);
  let received = '';
  socket.on('data', (data) => (received += data.toString()));
  socket.on('error', () => undefined); // a close event follows
  return new Promise((resolve) => {
    socket.once('close', () => {
      ended += 1;
      clearInterval(timer);
      resolve({ received, ms: performance.now() - opened });
    });
  });
}

it('slow headers and slow bodies occupy no places, and are refused when their time is over', async () => {
  const served = servedBy(gateway.app);
  const headers = Array.from({ length: PLACES }, () => sendSlowly(HEAD));
  const bodies = Array.from({ length: 2 * PLACES }, () => sendSlowly(beginningOfBody()));
  await untilRead(served, 3 * PLACES, HEAD.length);
  // As often as the limit of reads allows: at full size this goes on for ten seconds.
  for (; ended === 0; await sleep(20)) expect((await gateway.call(PRODUCTS)).status).toBe(200);
  for (const end of headers) expect((await end).ms).toBeGreaterThan(0.99 * HEADERS_TIMEOUT_MS);
  for (const end of bodies) {
    const { received, ms } = await end;
    expect(ms).toBeGreaterThan(0.99 * REQUEST_TIMEOUT_MS);
    expect(received).toMatch(/^HTTP\/1.1 400 /);
    const body = JSON.parse(received.slice(received.indexOf('\r\n\r\n'))) as ErrorResponse;
    expect(body.error.message).toBe('The request did not arrive in time.');
  }
});

it('a gateway that shuts down waits for requests in work and for those that come, and only briefly for others', async () => {
  const limits = {
    HEADERS_TIMEOUT_MS: MINUTE_MS,
    REQUEST_TIMEOUT_MS: MINUTE_MS,
    ANSWER_TIMEOUT_MS: MINUTE_MS,
  };
  const copy = await gateway.openCopy(limits);
  const served = servedBy(copy);
  const origin = await copy.getUrl();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  await gateway.owners.on(listProducts, () => gate.then(() => exampleProducts));
  const inWork = fetch(`${origin}${PRODUCTS}`, { headers: { authorization: `Bearer ${gateway.token}` } });
  const port = Number(new URL(origin).port);
  const late = [HEAD, beginningOfBody()].map((beginning) => sendSlowly(beginning, port, ''));
  const coming = sendSlowly(beginningOfBody(), port, 'x'.repeat(900 / COMING_PIECES));
  await untilRead(served, 4, HEAD.length);
  const closed = copy.close();
  for (const end of late) expect((await end).received).toMatch(/^HTTP\/1.1 503 /);
  expect((await coming).received).toMatch(/^HTTP\/1.1 400 /); // for all of it has come, and is no JSON
  open();
  expect(await (await inWork).json()).toEqual(exampleProducts);
  await closed;
});
