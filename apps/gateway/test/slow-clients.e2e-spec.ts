// Tests that slow clients, more than there are places, are refused in time and leave the places to others.
import { connect } from 'node:net';
import type { ErrorResponse } from '#contracts';
import { GENERATIONS, PRODUCTS, startGateway, type GatewayEnvironment } from './gateway-environment.ts';

const PLACES = 50;
let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway({ IN_FLIGHT_MAX: PLACES });
}, 60_000);
afterAll(() => gateway?.close(), 30_000);

/** How the connection of a slow client ended. */
interface End {
  received: string;
  /** Milliseconds since the connection was opened. */
  ms: number;
}

/** Sends the beginning of a request, then one byte per second until the connection ends. */
function sendSlowly(beginning: string): Promise<End> {
  const opened = performance.now();
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(beginning));
  const timer = setInterval(() => socket.write('x'), 1000);
  let received = '';
  socket.on('data', (data) => (received += data.toString()));
  socket.on('error', () => undefined); // a close event follows
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve({ received, ms: performance.now() - opened });
    });
  });
}

it('slow headers and slow bodies occupy no places, and are refused in time', async () => {
  const bearer = `Host: x\r\nAuthorization: Bearer ${gateway.token}\r\n`;
  const headers = Array.from({ length: PLACES }, () => sendSlowly(`GET ${PRODUCTS} HTTP/1.1\r\nX-Slow: `));
  const bodies = Array.from({ length: 2 * PLACES }, () =>
    sendSlowly(
      `POST ${GENERATIONS} HTTP/1.1\r\n${bearer}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let n = 0; n < 100; n += 1) expect((await gateway.call(PRODUCTS)).status).toBe(200);
  for (const end of headers) expect((await end).ms).toBeLessThan(15_000);
  for (const end of bodies) {
    const { received, ms } = await end;
    expect(ms).toBeLessThan(34_000);
    expect(received).toMatch(/^HTTP\/1.1 400 /);
    const body = JSON.parse(received.slice(received.indexOf('\r\n\r\n'))) as ErrorResponse;
    expect(body.error.message).toBe('The request did not arrive in time.');
  }
}, 60_000);
