// A proxy for HTTPS that notes which tunnels it is asked for, and opens none.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running proxy. */
export interface Tunnels {
  /** For HTTPS_PROXY. */
  url: string;
  /** Host and port of each tunnel that somebody has asked for. */
  asked: Set<string | undefined>;
  close(): Promise<void>;
}

/** Starts a proxy. */
export async function startTunnels(): Promise<Tunnels> {
  const asked = new Set<string | undefined>();
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.add(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      proxy.closeAllConnections();
      await once(proxy.close(), 'close');
    },
  };
}
