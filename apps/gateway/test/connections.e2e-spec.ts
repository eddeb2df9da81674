// Tests connections: how many there may be, pipelined requests, and the end of one that a client keeps open.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProducts } from '#contracts';
import { until } from '#testing/until';
import { openConnections, openConnectionsMax } from '../src/metrics.ts';
import { exampleProducts } from '../src/openapi/examples/examples.ts';
import {
  CORE,
  GENERATIONS,
  PRODUCTS,
  errorIn,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

const CONNECTIONS = 20;
let gateway: GatewayEnvironment;
/** Gateways that take few connections: from anywhere, and from a proxy. */
let direct: GatewayEnvironment;
let behindProxy: GatewayEnvironment;
const sockets: Socket[] = [];
beforeAll(async () => {
  direct = await startGateway({ CONNECTIONS_MAX: CONNECTIONS });
  behindProxy = await startGateway({ CONNECTIONS_MAX: CONNECTIONS, TRUSTED_PROXIES: '1' });
  // Passport has one strategy per process, so the token of the last gateway is valid for all.
  gateway = await startGateway({ IN_FLIGHT_MAX: 4, LIMIT_READS_PER_MIN: 100_000 });
});
afterAll(() => Promise.all([gateway, direct, behindProxy].map((one) => one?.close())));
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Maximum requests on one connection, so that clients spread over new instances of the gateway. */
const MAX_REQUESTS = 1000;

it('a connection is closed after 1000 requests, even if the client ignores the header', async () => {
  const heads = await requestsOn(MAX_REQUESTS + 1);
  expect(heads).toHaveLength(MAX_REQUESTS);
  expect(new Set(heads.map((head) => head.split('\r\n', 1)[0]))).toEqual(new Set(['HTTP/1.1 200 OK']));
  const closing = heads.flatMap((head, nth) => (/^connection: close$/im.test(head) ? [nth] : []));
  expect(closing).toEqual([MAX_REQUESTS - 1]);
});

/** Sends requests one after the other on one connection until the server hangs up; returns the response heads. */
function requestsOn(count: number): Promise<string[]> {
  const request = `GET ${CORE}/.well-known/jwks.json HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const heads: string[] = [];
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(request));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n') + 4;
      const length = Number(/^content-length: (\d+)/im.exec(received)?.[1]);
      if (end < 4 || received.length < end + length) return;
      heads.push(received.slice(0, end));
      received = received.slice(end + length);
      if (heads.length < count) socket.write(request);
      else socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heads));
  });
}

const head = (path: string, method = 'GET'): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n`;

/** Writes bytes on a new connection; gives the responses once there are as many, or the connection has ended. */
async function responsesTo(bytes: string, count: number): Promise<string[]> {
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(bytes));
  sockets.push(socket);
  let text = '';
  const responses = (): string[] => text.split(/(?<=\})(?=HTTP\/1\.1 )/);
  await new Promise<void>((resolve) => {
    socket.on('error', () => undefined); // a close event follows
    socket.on('close', resolve);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.endsWith('}') && responses().length >= count) resolve();
    });
  });
  return responses();
}

/** Most requests of a connection at once: one is served, and the others wait. */
const PIPELINED = 33;

describe('pipelined requests', () => {
  it('of one connection are served in turn, and leave the other places to others', async () => {
    let running = 0;
    let most = 0;
    await gateway.owners.on(listProducts, async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(1);
      running -= 1;
      return exampleProducts;
    });
    const requests = Array.from({ length: PIPELINED }, (_, n) => `${head(`${PRODUCTS}?limit=${n + 1}`)}\r\n`);
    const pipelined = responsesTo(requests.join(''), PIPELINED);
    const others: number[] = [];
    for (let n = 0; n < 20; n += 1) others.push((await gateway.call(PRODUCTS)).status);
    const responses = await pipelined;
    expect(new Set(responses.map((one) => one.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 200']));
    expect(responses).toHaveLength(PIPELINED);
    expect(new Set(others)).toEqual(new Set([200]));
    expect(most).toBeLessThanOrEqual(2);
  });

  it('are at most 33: one more ends the connection, and none of them is served any more', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let served = 0;
    await gateway.owners.on(listProducts, async () => {
      served += 1;
      await gate;
      return exampleProducts;
    });
    const requests = Array.from({ length: PIPELINED + 1 }, () => `${head(PRODUCTS)}\r\n`).join('');
    expect(await responsesTo(requests, PIPELINED + 1)).toEqual(['']);
    open();
    expect((await gateway.call(PRODUCTS)).status).toBe(200);
    expect(served).toBeLessThanOrEqual(2);
  });

  it('are answered in their order, whichever of them is quick', async () => {
    const seen: number[] = [];
    await gateway.owners.on(listProducts, async ({ limit }) => {
      seen.push(limit);
      await sleep(limit === 1 ? 300 : 0);
      return exampleProducts;
    });
    const body = '{"applicationId":"product-title"}';
    const create = `${head(GENERATIONS, 'POST')}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const [one, two] = [1, 2].map((limit) => `${head(`${PRODUCTS}?limit=${limit}`)}\r\n`);
    const responses = await responsesTo(`${one}${create}${head('/nope')}\r\n${two}`, 4);
    expect(responses.map((response) => response.slice(9, 12))).toEqual(['200', '201', '404', '200']);
    expect(seen).toEqual([1, 2]);
  });

  it('are answered before bytes after them that are not HTTP', async () => {
    await gateway.owners.on(listProducts, async () => {
      await sleep(300);
      return exampleProducts;
    });
    const request = `${head(PRODUCTS)}\r\n`;
    const responses = await responsesTo(`${request}${request}HELLO\r\n\r\n`, 4);
    expect(responses.map((response) => response.slice(9, 12))).toEqual(['200', '200', '400']);
  });

  it('are not served after the answer that ends the connection', async () => {
    const before = gateway.owners.accepted.length;
    const refused = `${head(GENERATIONS, 'POST')}Content-Type: application/json\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`;
    const body = '{"applicationId":"product-title"}';
    const create = `${head(GENERATIONS, 'POST')}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await responsesTo(`${refused}${create}`, 2)).toHaveLength(1);
    expect(gateway.owners.accepted).toHaveLength(before);
  });
});

describe('open connections', () => {
  const open = async ({ port }: GatewayEnvironment, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      await once(socket, 'connect');
    }
  };
  const request = (to: GatewayEnvironment) =>
    to.raw(`GET ${CORE}/.well-known/jwks.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

  it('of one address are at most a quarter of all; further ones are refused and not served', async () => {
    await open(direct, CONNECTIONS / 4);
    const refused = await request(direct);
    expect(refused).toMatchObject({ status: 503, closed: true });
    expect(refused.headers['retry-after']).toBe('1');
    expect(errorIn(refused).code).toBe('Unavailable');
    const before = direct.owners.accepted.length;
    const body = '{"applicationId":"product-title"}';
    await direct.raw(
      `${head(GENERATIONS, 'POST')}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(direct.owners.accepted).toHaveLength(before);
    const ended = sockets.pop()!;
    ended.end();
    await once(ended.resume(), 'close');
    expect((await request(direct)).status).toBe(200);
  });

  it('of a trusted proxy are bounded by all', async () => {
    await open(behindProxy, CONNECTIONS - 1);
    expect((await request(behindProxy)).status).toBe(200);
    await open(behindProxy, 1);
    expect((await request(behindProxy)).status).toBe(503);
    const metrics = [openConnections, openConnectionsMax].map((metric) => metric.get());
    expect((await Promise.all(metrics)).map(({ values }) => values[0]?.value)).toEqual([CONNECTIONS, 2000]);
    for (const socket of sockets.splice(0)) socket.destroy();
    await until('they are gone', async () => (await openConnections.get()).values[0]?.value === 0);
  });
});
