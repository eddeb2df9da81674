// Serves the console from its sources for `npm run dev`: an open page takes over each change.
import { Child, type Listener } from '#testing/processes';
import { freePort, isFree, programEnv, projectFile } from '#testing/servers';

/** Vite's usual port, unless it is in use. */
const PORT = 5173;

/** A server of the console's sources. */
export interface ConsoleServer {
  /** The address of the console. */
  url: string;
  stop(): Promise<unknown>;
}

/** Starts the server on `host`; what its pages ask goes to the gateway at `gatewayUrl`. Resolves when it answers. */
export async function serveConsole(
  gatewayUrl: string,
  host: string,
  listener: Listener = {},
): Promise<ConsoleServer> {
  const port = (await isFree(PORT)) ? PORT : await freePort();
  const url = `http://localhost:${port}/console/`;
  const vite = projectFile('node_modules/vite/bin/vite.js');
  const at = ['--host', host, '--port', String(port), '--strictPort'];
  const child = await Child.start(
    {
      name: 'console',
      command: process.execPath,
      args: [vite, projectFile('apps/console'), ...at],
      env: { ...programEnv(), GATEWAY_URL: new URL(gatewayUrl).origin },
      ready: url,
      readyMs: 60_000,
      stopSignal: 'SIGTERM',
      stopMs: 5000,
    },
    listener,
  );
  return { url, stop: () => child.stop() };
}
