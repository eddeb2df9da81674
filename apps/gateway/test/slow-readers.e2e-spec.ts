// Tests that answers which nobody reads are given up, before they fill the memory, and that a gateway which shuts down has its
// answers read.
import { once } from 'node:events';
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { getGeneration, listProducts } from '#contracts';
import { newId } from '#platform/context';
import { temporaryFolder } from '#testing/servers';
import { sized } from '#testing/size';
import { until } from '#testing/until';
import { ConnectionsHook } from '../src/connections/connections.hook.ts';
import { exampleGeneration, exampleProducts } from '../src/openapi/examples/examples.ts';
import { GENERATIONS, PRODUCTS, startGateway, type GatewayEnvironment } from './gateway-environment.ts';

/** An answer of almost the largest size, in bytes. */
const BYTES = 900 * 1024;
const PAGE = JSON.stringify({
  products: [{ ...exampleProducts.products[0], description: 'x'.repeat(BYTES) }],
});
/** Most bytes that may wait for clients; those of one account may have a quarter. */
const UNREAD_BYTES_MAX = sized(8, 96) * 1024 * 1024;
/** More readers than may wait for one account: each holds a part of an answer. */
const MOST_READERS = sized(50, 300);
/** Time to read an answer, in milliseconds. */
const UNREAD_TIMEOUT_MS = sized(1000, 30_000);
const HOUR_MS = 3_600_000;

let gateway: GatewayEnvironment;
const clients: Socket[] = [];
beforeAll(async () => {
  // What it gives up, it gives up because it is too much, not because it is too old.
  const settings = { UNREAD_BYTES_MAX, UNREAD_TIMEOUT_MS: HOUR_MS };
  gateway = await startGateway({ LIMIT_READS_PER_MIN: 100_000, ...settings });
  await gateway.owners.on(listProducts, () => PAGE);
  await gateway.owners.keepLiveText();
  await gateway.owners.on(getGeneration, () => exampleGeneration);
});
afterEach(() => mock.restoreAll());
afterAll(async () => {
  for (const client of clients) client.destroy();
  await gateway?.close();
});

/** Opens a connection whose client reads nothing by itself; `served` is the gateway's end of it. */
async function newConnection(server: Server): Promise<{ client: Socket; served: Socket }> {
  const accepted = once(server, 'connection');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  clients.push(client);
  const [served] = (await accepted) as [Socket];
  return { client, served };
}

/**
 * Opens a connection that reads nothing, and asks until an answer waits in the gateway. Gives the gateway's end of it, which
 * closes when the gateway gives the answer up, and the number of answers.
 */
async function slowReader(server: Server) {
  const { client, served } = await newConnection(server);
  let answers = 0;
  // One request after the other: many at once would keep this process too busy to answer with pages.
  while (served.writableLength === 0 && !served.destroyed) {
    const before = served.bytesWritten;
    client.write(`GET ${PRODUCTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n\r\n`);
    await until('it is answered', () => served.bytesWritten > before || served.destroyed, { everyMs: 1 });
    answers += 1;
  }
  return { client, served, answers };
}

/** Bytes that have left a socket. */
const sentOf = ({ bytesWritten, writableLength }: Socket): number => bytesWritten - writableLength;

/** Opens a stream of events whose client reads only when it is told. `fill` writes until something waits for it. */
async function streamReader(server: Server) {
  const { client, served } = await newConnection(server);
  const path = `${GENERATIONS}/${exampleGeneration.id}/events`;
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n\r\n`);
  await until('there is a snapshot', () => served.bytesWritten > 1000);
  let first = 1;
  const fill = async (): Promise<void> => {
    while (served.writableLength === 0 && !served.destroyed) {
      const before = served.bytesWritten;
      const data = { attempt: 1, index: 0, delta: 'x'.repeat(BYTES / 4) };
      const event = { event: 'generation.output.delta' as const, data };
      await gateway.owners.tell(exampleGeneration.id, { attempt: 1, first, events: [event] });
      first += 1;
      await until('it is sent', () => served.bytesWritten > before || served.destroyed, { everyMs: 1 });
    }
  };
  return { client, served, fill };
}

it('of one account are bounded, and others read on', async () => {
  const server = gateway.app.getHttpServer() as Server;
  const readers: Socket[] = [];
  const given = (): number => readers.filter(({ destroyed }) => destroyed).length;
  while (given() === 0 && readers.length < MOST_READERS) readers.push((await slowReader(server)).served);
  await until('the oldest answers are given up', () => given() > 0);
  expect(given()).toBeLessThan(readers.length);
  const headers = { authorization: `Bearer ${await gateway.signer.token({ sub: newId() })}` };
  expect(await (await gateway.call(PRODUCTS, { headers })).text()).toHaveLength(PAGE.length);
});

it('are given up when the time to read them is over', async () => {
  const copy = await gateway.openCopy({ UNREAD_TIMEOUT_MS });
  const startedAt = performance.now();
  const { served } = await slowReader(copy.getHttpServer());
  await until('it is given up', () => served.destroyed, { withinMs: 2 * UNREAD_TIMEOUT_MS + 20_000 });
  expect(performance.now() - startedAt).toBeGreaterThan(UNREAD_TIMEOUT_MS);
});

it('of a stream are given up when the client takes nothing of them, not when it only reads slowly', async () => {
  const copy = await gateway.openCopy({ UNREAD_TIMEOUT_MS: HOUR_MS });
  const { client, served, fill } = await streamReader(copy.getHttpServer());
  const now = performance.now.bind(performance);
  let laterMs = 0;
  mock.method(performance, 'now', () => now() + laterMs);
  const lookAfter = async (ms: number): Promise<boolean> => {
    laterMs += ms;
    await copy.get(ConnectionsHook, { strict: false }).giveUpUnread();
    return served.destroyed;
  };
  for (let n = 0; n < 4; n += 1) {
    await fill();
    const before = sentOf(served);
    const isTaken = (): boolean => {
      client.read();
      return sentOf(served) > before;
    };
    await until('the client has taken some', isTaken, { everyMs: 1 });
    await fill();
    expect(await lookAfter(0.7 * HOUR_MS)).toBe(false);
  }
  // What has been sent since the last look counts, too.
  for (let looks = 0; !(await lookAfter(1.1 * HOUR_MS)); looks += 1) {
    expect(looks).toBeLessThan(500);
    await sleep(20);
  }
});

it('of an export are not given up while it looks for more and its client has read all', async () => {
  const copy = await gateway.openCopy({ UNREAD_TIMEOUT_MS: HOUR_MS });
  const found = Promise.withResolvers<void>();
  let pages = 0;
  await gateway.owners.on(listProducts, async () => {
    pages += 1;
    if (pages > 1) await found.promise;
    return { ...exampleProducts, nextToken: pages > 1 ? undefined : 'more' };
  });
  const { client, served } = await newConnection(copy.getHttpServer());
  let file = '';
  client.on('data', (data) => (file += data.toString()));
  client.write(
    `GET ${PRODUCTS}/export?format=csv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n\r\n`,
  );
  await until(
    'the first page is there and the second is asked for',
    () => pages > 1 && file.includes('\r\n\r\n'),
  );
  const now = performance.now.bind(performance);
  let laterMs = 0;
  mock.method(performance, 'now', () => now() + laterMs);
  for (let looks = 0; looks < 3; looks += 1) {
    laterMs += 1.1 * HOUR_MS;
    await copy.get(ConnectionsHook, { strict: false }).giveUpUnread();
  }
  expect(served.destroyed).toBe(false);
  found.resolve();
  await until('the file ends', () => file.endsWith('0\r\n\r\n'));
});

describe('of a gateway that shuts down', () => {
  it('are read to their ends', async () => {
    const copy = await gateway.openCopy();
    await gateway.owners.on(listProducts, () => PAGE);
    const { client, answers } = await slowReader(copy.getHttpServer());
    const closed = copy.close();
    await sleep(1000); // in which it would have cut them off
    let text = '';
    client.on('data', (data) => (text += data.toString('latin1')));
    await until('all is read', () => client.destroyed);
    await closed;
    const bodies = text.split('HTTP/1.1 200 OK').slice(1);
    const lengths = bodies.map((body) => body.slice(body.indexOf('\r\n\r\n') + 4).length);
    expect(lengths).toEqual(Array(answers).fill(PAGE.length));
  });

  it('are given up when nobody reads them', async () => {
    const dir = await temporaryFolder('console');
    await mkdir(join(dir, 'assets'));
    await writeFile(join(dir, 'index.html'), '');
    await writeFile(join(dir, 'assets', 'large.js'), '');
    await truncate(join(dir, 'assets', 'large.js'), 64 * 1024 * 1024); // more than systems keep for a connection
    const copy = await gateway.openCopy({ CONSOLE_DIR: dir, SHUTDOWN_MS: 4 * UNREAD_TIMEOUT_MS });
    const { client, served } = await newConnection(copy.getHttpServer());
    client.write('GET /console/assets/large.js HTTP/1.1\r\nHost: x\r\n\r\n');
    await until('something waits for the client', () => served.writableLength > 0);
    const closed = copy.close();
    await until('it is given up', () => served.destroyed, { withinMs: 2 * UNREAD_TIMEOUT_MS + 20_000 });
    await closed;
    await rm(dir, { recursive: true });
  });

  it('are given up when nobody reads what is written whole', async () => {
    // Longer than the ten seconds that Fastify gives what is done before its server closes, by default.
    const copy = await gateway.openCopy({ UNREAD_TIMEOUT_MS: 11_000 });
    await gateway.owners.on(listProducts, () => PAGE);
    const { served } = await slowReader(copy.getHttpServer());
    await copy.close();
    expect(served.destroyed).toBe(true);
  });
});
