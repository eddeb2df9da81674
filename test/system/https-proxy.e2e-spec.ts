// Workers behind a proxy for HTTPS: calls of the marketplace and of models go through it.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Environment, type Person } from '#testing/environment';
import { until } from '#testing/until';

let proxy: Server;
let environment: Environment;
let ann: Person;
/** Host and port of each tunnel that a worker has asked for. */
const tunnels = new Set<string | undefined>();

beforeAll(async () => {
  proxy = createServer().on('connect', ({ url }, socket) => {
    tunnels.add(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const MODEL_SERVERS = JSON.stringify([
    { name: 'far', baseURL: 'https://models.invalid/v1', models: ['one'] },
  ]);
  environment = await Environment.start({
    variables: {
      generations: { MODEL_SERVERS },
      'import-worker': { HTTPS_PROXY, SP_API_TOKEN_URL: 'https://marketplace.invalid/token' },
      'generation-worker': { HTTPS_PROXY, MODEL_SERVERS, MODEL_KEYS: '{"far":"key"}' },
    },
  });
  [ann] = await environment.addPeople('ann');
}, 120_000);
afterAll(async () => {
  await environment?.stop();
  proxy.closeAllConnections();
  proxy.close();
}, 60_000);

it('the marketplace is called through the proxy', async () => {
  await ann.post('/products/import/retailer', { asins: ['B0PROXY001'] });
  await until('the import worker asks for a tunnel', () => tunnels.has('marketplace.invalid:443'));
});

it('models are called through the proxy', async () => {
  const body = {
    applicationId: 'product-title',
    environment: { model: 'far:one' },
    inputs: { product: { title: 'A lamp' } },
  };
  await ann.post('/generations', body);
  await until('the generation worker asks for a tunnel', () => tunnels.has('models.invalid:443'));
});
