// A real NATS server with JetStream for tests and the local start: one user a service, each with its own rights.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** What a consumer of events needs; `testing` stands in for the services that will have one. */
const TESTING_RIGHTS = `
    {
      user: testing, password: $NATS_PASSWORD_TESTING
      permissions: {
        publish: {
          allow: [
            "events.>", "$JS.API.INFO", "$JS.API.STREAM.INFO.EVENTS", "$JS.API.STREAM.MSG.GET.EVENTS"
            "$JS.API.CONSUMER.CREATE.EVENTS.>", "$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.>"
            "$JS.API.CONSUMER.INFO.EVENTS.>", "$JS.API.CONSUMER.MSG.NEXT.EVENTS.>", "$JS.ACK.EVENTS.>"
          ]
        }
        subscribe: { allow: ["_INBOX_testing.>", "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.EVENTS.>"] }
      }
    }`;

/** How to run NATS. */
export interface NatsOptions {
  /** Folder of its streams; kept between starts. */
  dir: string;
  port: number;
  passwords: Readonly<Record<BusUser, string>>;
  /** Password of a user `testing` that may read the events; absent, there is none. */
  testing?: string | undefined;
  listener?: Listener;
}

/** What a process needs to be on the bus, as its variables. */
export interface BusVariables {
  NATS_URL: string;
  NATS_USER: string;
  NATS_PASSWORD: string;
}

/** A running NATS server. */
export type NatsServer = Child & { url: string; variables(user: BusUser | 'testing'): BusVariables };

/** Starts NATS. */
export async function startNats({
  dir,
  port,
  passwords,
  testing,
  listener,
}: NatsOptions): Promise<NatsServer> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const known = { ...passwords, testing: testing ?? '' };
  const secrets = Object.entries(known).map(([user, password]): [string, string] => [
    `NATS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`,
    password,
  ]);
  const file = testing === undefined ? deployFile('nats/local.conf') : await withTestingUser(dir);
  const child = await Child.start(
    {
      name: 'nats',
      command: findProgram('nats-server'),
      args: ['-c', file, '-a', '127.0.0.1', '-p', String(port), '-sd', dir],
      env: { ...programEnv(), ...Object.fromEntries(secrets) },
      ready: /Server is ready/,
      readyMs: 30_000,
      stopSignal: 'SIGTERM',
      stopMs: 10_000,
    },
    listener,
  );
  const url = `nats://127.0.0.1:${port}`;
  const variables = (user: BusUser | 'testing'): BusVariables => ({
    NATS_URL: url,
    NATS_USER: user,
    NATS_PASSWORD: known[user],
  });
  return Object.assign(child, { url, variables });
}

/** The configuration of a local stack with one more user. */
async function withTestingUser(dir: string): Promise<string> {
  const rules = (await readFile(deployFile('nats/nats.conf'), 'utf8')).split('users: [');
  if (rules.length !== 2) throw new Error('nats.conf has no single list of users.');
  await writeFile(join(dir, 'nats.conf'), rules.join(`users: [${TESTING_RIGHTS}`));
  const file = join(dir, 'local.conf'); // includes the file beside it
  await writeFile(file, await readFile(deployFile('nats/local.conf'), 'utf8'));
  return file;
}
