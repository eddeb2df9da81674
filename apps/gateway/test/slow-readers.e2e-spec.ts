// Tests that answers which nobody reads are given up, before they fill the memory.
import { once } from 'node:events';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { listProducts } from '#contracts';
import { newId } from '#platform/context';
import { sized } from '#testing/size';
import { until } from '#testing/until';
import { exampleProducts } from '../src/openapi/examples/examples.ts';
import { PRODUCTS, startGateway, type GatewayEnvironment } from './gateway-environment.ts';

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

let gateway: GatewayEnvironment;
const clients: Socket[] = [];
beforeAll(async () => {
  // What it gives up, it gives up because it is too much, not because it is too old.
  const settings = { UNREAD_BYTES_MAX, UNREAD_TIMEOUT_MS: 3_600_000 };
  gateway = await startGateway({ LIMIT_READS_PER_MIN: 100_000, ...settings });
  await gateway.owners.on(listProducts, () => PAGE);
});
afterAll(async () => {
  for (const client of clients) client.destroy();
  await gateway?.close();
});

/**
 * Opens a connection that reads nothing, and asks until an answer waits in the gateway. Gives the gateway's end of it, which
 * closes when the gateway gives the answer up.
 */
async function slowReader(server: Server): Promise<Socket> {
  const accepted = once(server, 'connection');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  clients.push(client);
  const [served] = (await accepted) as [Socket];
  // One request after the other: many at once would keep this process too busy to answer with pages.
  while (served.writableLength === 0 && !served.destroyed) {
    const before = served.bytesWritten;
    client.write(`GET ${PRODUCTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n\r\n`);
    await until('it is answered', () => served.bytesWritten > before || served.destroyed, { everyMs: 1 });
  }
  return served;
}

it('of one account are bounded, and others read on', async () => {
  const server = gateway.app.getHttpServer() as Server;
  const readers: Socket[] = [];
  const given = (): number => readers.filter(({ destroyed }) => destroyed).length;
  while (given() === 0 && readers.length < MOST_READERS) readers.push(await slowReader(server));
  await until('the oldest answers are given up', () => given() > 0);
  expect(given()).toBeLessThan(readers.length);
  const headers = { authorization: `Bearer ${await gateway.signer.token({ sub: newId() })}` };
  expect(await (await gateway.call(PRODUCTS, { headers })).text()).toHaveLength(PAGE.length);
});

it('are given up when the time to read them is over', async () => {
  const copy = await gateway.openCopy({ UNREAD_TIMEOUT_MS });
  const startedAt = performance.now();
  const reader = await slowReader(copy.getHttpServer());
  await until('it is given up', () => reader.destroyed, { withinMs: 2 * UNREAD_TIMEOUT_MS + 20_000 });
  expect(performance.now() - startedAt).toBeGreaterThan(UNREAD_TIMEOUT_MS);
});
