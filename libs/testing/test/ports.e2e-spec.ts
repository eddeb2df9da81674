// Free ports: nobody listens on them, and each is given once.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { freePort, isFree } from '#testing/servers';

it('free ports are all different, and can be bound', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(new Set(ports).size).toBe(20);
  for (const port of ports) {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    await once(server.close(), 'close');
  }
});

it('a port is not free while somebody listens on it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await isFree(port)).toBe(false);
  await once(server.close(), 'close');
  expect(await isFree(port)).toBe(true);
});
