// Tests that answers which nobody reads are given up, before they fill the memory.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { listProducts } from '#contracts';
import { newId } from '#platform/context';
import { until } from '#testing/until';
import { exampleProducts } from '../src/openapi/examples/examples.ts';
import { PRODUCTS, startGateway, type GatewayEnvironment } from './gateway-environment.ts';

/** An answer of almost the largest size, in bytes. */
const BYTES = 900 * 1024;
const PAGE = JSON.stringify({
  products: [{ ...exampleProducts.products[0], description: 'x'.repeat(BYTES) }],
});
/** More readers than may wait for one account: each holds a part of an answer, and all together at most 24 MiB. */
const MOST_READERS = 300;

let gateway: GatewayEnvironment;
const clients: Socket[] = [];
beforeAll(async () => {
  gateway = await startGateway({ LIMIT_READS_PER_MIN: 100_000 });
  await gateway.owners.on(listProducts, () => PAGE);
}, 60_000);
afterAll(async () => {
  for (const client of clients) client.destroy();
  await gateway?.close();
}, 30_000);

/**
 * Opens a connection that reads nothing, and asks until an answer waits in the gateway. Gives the gateway's end of it, which
 * closes when the gateway gives the answer up.
 */
async function slowReader(): Promise<Socket> {
  const accepted = once(gateway.app.getHttpServer() as NodeJS.EventEmitter, 'connection');
  const client = connect(gateway.port, '127.0.0.1');
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
  const readers: Socket[] = [];
  const given = (): number => readers.filter(({ destroyed }) => destroyed).length;
  while (given() === 0 && readers.length < MOST_READERS) readers.push(await slowReader());
  await until('the oldest answers are given up', () => given() > 0);
  expect(given()).toBeLessThan(readers.length);
  const headers = { authorization: `Bearer ${await gateway.signer.token({ sub: newId() })}` };
  expect(await (await gateway.call(PRODUCTS, { headers })).text()).toHaveLength(PAGE.length);
}, 60_000);

it('are given up after 30 seconds', async () => {
  const startedAt = performance.now();
  const reader = await slowReader();
  await until('it is given up', () => reader.destroyed, { withinMs: 60_000, everyMs: 100 });
  expect(performance.now() - startedAt).toBeGreaterThan(29_000);
}, 70_000);
