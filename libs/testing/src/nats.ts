// A real NATS server with JetStream for tests and the local start: one user a service, each with its own rights.
import { mkdir } from 'node:fs/promises';
import { Child, type Listener } from './child.ts';
import { deployFile, findProgram, programEnv } from './programs.ts';

/** The users of the bus: every process but the sandbox. */
export const BUS_USERS = [
  'gateway',
  'auth',
  'catalogue',
  'generations',
  'import-worker',
  'generation-worker',
] as const;
/** A user of the bus. */
export type BusUser = (typeof BUS_USERS)[number];

/** How to run NATS. */
export interface NatsOptions {
  /** Folder of its streams; kept between starts. */
  dir: string;
  port: number;
  passwords: Readonly<Record<BusUser, string>>;
  listener?: Listener;
}

/** What a process needs to be on the bus, as its variables. */
export interface BusVariables {
  NATS_URL: string;
  NATS_USER: string;
  NATS_PASSWORD: string;
}

/** A running NATS server. */
export type NatsServer = Child & { url: string; variables(user: BusUser): BusVariables };

/** Starts NATS. */
export async function startNats({ dir, port, passwords, listener }: NatsOptions): Promise<NatsServer> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const secrets = BUS_USERS.map((user): [string, string] => [
    `NATS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`,
    passwords[user],
  ]);
  const child = await Child.start(
    {
      name: 'nats',
      command: findProgram('nats-server'),
      args: ['-c', deployFile('nats/local.conf'), '-a', '127.0.0.1', '-p', String(port), '-sd', dir],
      env: { ...programEnv(), ...Object.fromEntries(secrets) },
      ready: /Server is ready/,
      readyMs: 30_000,
      stopSignal: 'SIGTERM',
      stopMs: 10_000,
    },
    listener,
  );
  const url = `nats://127.0.0.1:${port}`;
  const variables = (user: BusUser): BusVariables => ({
    NATS_URL: url,
    NATS_USER: user,
    NATS_PASSWORD: passwords[user],
  });
  return Object.assign(child, { url, variables });
}
