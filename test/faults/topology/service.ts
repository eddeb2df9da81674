// HAProxy in front of the servers of one kind, as a Service or a managed endpoint: it knows which of them may be used now.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Child, type Listener } from '#testing/processes';
import { freePort, onPort, programEnv } from '#testing/servers';

/** The servers behind an address. */
export interface Service {
  name: string;
  /** Address and port of each server. */
  servers: readonly string[];
  /** Lines that tell HAProxy how it finds out whether a server may be used, as in its backends. */
  check: readonly string[];
  /** Port at which it asks, where that is another one. */
  checkPort?: number;
}

/** Starts HAProxy for a service; ready once a server may be used. */
export async function startService(
  dir: string,
  service: Service,
  listener: Listener,
): Promise<Child & { port: number }> {
  const health = await freePort();
  return onPort(freePort, async (port) => {
    const file = join(dir, `${service.name}.cfg`);
    await writeFile(file, settings(service, port, health), { mode: 0o600 });
    const child = await Child.start(
      {
        name: service.name,
        command: 'haproxy',
        args: ['-db', '-f', file],
        env: programEnv(),
        ready: `http://127.0.0.1:${health}/ready`,
        readyMs: 120_000,
        stopSignal: 'SIGTERM',
        stopMs: 5000,
      },
      listener,
    );
    return Object.assign(child, { port });
  });
}

/** Connections to a server that may no longer be used are closed, so that nobody waits for it. */
function settings({ servers, check, checkPort }: Service, port: number, health: number): string {
  const asks = checkPort === undefined ? '' : `port ${checkPort} `;
  return `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s

frontend clients
  bind 127.0.0.1:${port}
  maxconn 2000
  default_backend servers

frontend health
  mode http
  bind 127.0.0.1:${health}
  monitor-uri /ready
  acl none nbsrv(servers) lt 1
  monitor fail if none

backend servers
${check.map((line) => `  ${line}\n`).join('')}\
  default-server ${asks}check inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${servers.map((address, n) => `  server server-${n + 1} ${address}\n`).join('')}`;
}
