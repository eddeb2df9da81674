// Tests that slow clients, more than there are places, are refused when their time is over and leave the places to others.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorResponse } from '#contracts';
import { sized } from '#testing/size';
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

/** How the connection of a slow client ended. */
interface End {
  received: string;
  /** Milliseconds since the connection was opened. */
  ms: number;
}

/** Sends the beginning of a request, then a byte now and then until the connection ends. */
function sendSlowly(beginning: string): Promise<End> {
  const opened = performance.now();
  const socket = connect(gateway.port, '127.0.0.1');
  sockets.push(socket);
  socket.write(beginning); // waits for the connection, as what follows it does
  const timer = setInterval(() => socket.write('x'), HEADERS_TIMEOUT_MS / 10);
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
  const bearer = `Host: x\r\nAuthorization: Bearer ${gateway.token}\r\n`;
  const head = `GET ${PRODUCTS} HTTP/1.1\r\nX-Slow: `;
  const headers = Array.from({ length: PLACES }, () => sendSlowly(head));
  const bodies = Array.from({ length: 2 * PLACES }, () =>
    sendSlowly(
      `POST ${GENERATIONS} HTTP/1.1\r\n${bearer}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
    ),
  );
  await untilRead(served, 3 * PLACES, head.length);
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
