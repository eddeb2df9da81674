// Starts a real NATS server with JetStream for tests and the local start, with one user and its rights per service.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Child, type Listener } from '../processes/child.ts';
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

/** The rights of an event consumer; the user `testing` stands in for services that consume events. */
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
  /** Folder of the streams; kept between starts. */
  dir: string;
  port: number;
  passwords: Readonly<Record<BusUser, string>>;
  /** Password of the user `testing`, who may read the events; without it there is no such user. */
  testing?: string | undefined;
  listener?: Listener;
}

/** The variables that a process needs to connect to the bus. */
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

/** Writes the local configuration with the user `testing` added; gives its path. */
async function withTestingUser(dir: string): Promise<string> {
  const rules = (await readFile(deployFile('nats/nats.conf'), 'utf8')).split('users: [');
  if (rules.length !== 2) throw new Error('nats.conf has no single list of users.');
  await writeFile(join(dir, 'nats.conf'), rules.join(`users: [${TESTING_RIGHTS}`));
  const file = join(dir, 'local.conf'); // includes nats.conf from its own folder
  await writeFile(file, await readFile(deployFile('nats/local.conf'), 'utf8'));
  return file;
}
