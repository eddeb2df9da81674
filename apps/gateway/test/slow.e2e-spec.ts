// Clients that send slowly, more of them than there are places: the others notice nothing, and they are sent away.
import { connect, type Socket } from 'node:net';
import { listProducts, type ErrorResponse } from '#contracts';
import { exampleProducts } from '../src/openapi/examples.rules.ts';
import { BASE, startGateway, type RunningGateway } from './running-gateway.ts';

const PLACES = 50;
let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway({ IN_FLIGHT_MAX: PLACES });
  await gateway.owners.on(listProducts, () => JSON.stringify(exampleProducts));
}, 60_000);
afterAll(() => gateway?.close(), 30_000);

interface Slow {
  socket: Socket;
  /** What it was told before it was sent away, and after how many milliseconds that was. */
  end: Promise<{ told: string; ms: number }>;
}

/** Sends a beginning, then a byte a second. */
function slow(beginning: string): Slow {
  const opened = performance.now();
  const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1', () => socket.write(beginning));
  const timer = setInterval(() => socket.write('x'), 1000);
  let told = '';
  socket.on('data', (data) => (told += data.toString()));
  socket.on('error', () => undefined); // told by close
  const end = new Promise<{ told: string; ms: number }>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve({ told, ms: performance.now() - opened });
    });
  });
  return { socket, end };
}

/** How long reads take one after the other, in milliseconds; the slowest but two of a hundred. */
async function slowRead(): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const started = performance.now();
    const { status } = await gateway.call(`${BASE}/products`);
    took.push(performance.now() - started);
    expect(status).toBe(200);
  }
  return took.toSorted((one, other) => one - other)[97] ?? Infinity;
}

it('slow headers and slow bodies take no places, and are closed in time', async () => {
  const bearer = `Host: x\r\nAuthorization: Bearer ${gateway.token}\r\n`;
  const before = await slowRead();
  const headers = Array.from({ length: PLACES }, () => slow(`GET ${BASE}/products HTTP/1.1\r\nX-Slow: `));
  const bodies = Array.from({ length: 2 * PLACES }, () =>
    slow(
      `POST ${BASE}/generations HTTP/1.1\r\n${bearer}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await slowRead()).toBeLessThan(2 * before + 50);
  for (const { end } of headers) expect((await end).ms).toBeLessThan(15_000);
  for (const { end } of bodies) {
    const { told, ms } = await end;
    expect(ms).toBeLessThan(34_000);
    expect(told).toMatch(/^HTTP\/1.1 400 /);
    const body = JSON.parse(told.slice(told.indexOf('\r\n\r\n'))) as ErrorResponse;
    expect(body.error.message).toBe('The request did not arrive in time.');
  }
}, 60_000);
