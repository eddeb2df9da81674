// Tests the server of the console's sources: real Vite in front of a server that stands in for the gateway.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveConsole } from './console-server.ts';

it('serves the sources, passes on what the page asks, and is gone after its stop', async () => {
  const gateway = createServer((request, response) => response.end(`asked ${request.url}`)).listen(0);
  await once(gateway, 'listening');
  const served = await serveConsole(
    `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/api/v2`,
    '127.0.0.1',
  );
  try {
    const ask = async (path: string) => (await fetch(new URL(path, served.url))).text();
    await expect(ask('')).resolves.toContain('/console/src/main.tsx');
    await expect(ask('/console/src/app/frame.tsx')).resolves.toContain('import.meta.hot');
    await expect(ask('/core/api/v2/accounts')).resolves.toBe('asked /core/api/v2/accounts');
  } finally {
    await served.stop();
    gateway.close();
  }
  await expect(fetch(served.url)).rejects.toThrow('fetch failed');
});
