// Starts a real NATS server with JetStream for tests and the local start, with one user and its rights per service.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Child } from '../processes/child.ts';
import { OWNERS } from './owner-database.ts';
import { freePort, onPort } from './ports.ts';
import { commandIn, deployFile, here, programEnv, type ServerOptions } from './programs.ts';
import type { Secrets } from './secrets.ts';

/** The users of the bus: every process but the sandbox and the local model. */
export const BUS_USERS = [
  'gateway',
  ...OWNERS,
  'import-worker',
  'generation-worker',
  'webhook-worker',
] as const;
/** A user of the bus. */
export type BusUser = (typeof BUS_USERS)[number];
/** Every user of a server: also that of people, and one that only tests have. */
type AnyUser = BusUser | 'operator' | 'testing';

/** The rights of the user `testing`: it stands in for services that consume events. */
const TESTING_RIGHTS = `
    {
      user: testing, password: $NATS_PASSWORD_TESTING
      permissions: {
        publish: {
          allow: [
            "events.>", "$JS.API.INFO", "$JS.API.STREAM.INFO.EVENTS", "$JS.API.STREAM.MSG.GET.EVENTS"
            "$JS.API.STREAM.CREATE.EVENTS", "$JS.API.STREAM.UPDATE.EVENTS", "$JS.API.STREAM.DELETE.EVENTS"
            "$JS.API.STREAM.PURGE.EVENTS"
            "$JS.API.CONSUMER.CREATE.EVENTS.>", "$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.>"
            "$JS.API.CONSUMER.INFO.EVENTS.>", "$JS.API.CONSUMER.MSG.NEXT.EVENTS.>", "$JS.ACK.EVENTS.>"
            "$JS.API.CONSUMER.DELETE.EVENTS.>"
          ]
        }
        subscribe: { allow: ["_INBOX_testing.>", "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.EVENTS.>"] }
      }
    }`;

/** The variables that a process needs to connect to the bus. */
export type BusVariables = Record<'NATS_URL' | 'NATS_USER' | 'NATS_PASSWORD', string>;

/** Name of the server's variable that holds the password of a user: a letter first, then letters and digits only. */
export function passwordVariable(user: AnyUser): string {
  return `NATS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`;
}

/** A running NATS server. */
export type NatsServer = Child & {
  port: number;
  url: string;
  variables: (user: AnyUser) => BusVariables;
};

/** Starts NATS. */
export async function startNats(options: ServerOptions): Promise<NatsServer> {
  const { dir, secrets, testingUser, args = [], listener, place = here('nats') } = options;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const users = [...BUS_USERS, 'operator', 'testing'] as const;
  const passwords = users.map((user) => [passwordVariable(user), secrets(`nats-${user}`)] as const);
  const file = testingUser ? await withTestingUser(dir) : deployFile('nats/local.conf');
  const startOn = async (port: number): Promise<NatsServer> => {
    const child = await Child.start(
      {
        name: place.name,
        ...commandIn(
          place,
          'nats-server',
          '-c',
          file,
          '-a',
          place.address,
          '-p',
          String(port),
          '-sd',
          dir,
          ...args,
        ),
        env: { ...programEnv(), ...Object.fromEntries(passwords) },
        ready: /Server is ready/,
        readyMs: 30_000,
        stopSignal: 'SIGTERM',
        stopMs: 10_000,
      },
      listener,
    );
    return Object.assign(child, { port, ...busAt(place.address, port, secrets) });
  };
  return onPort(options.port ?? freePort, startOn);
}

/** The address of a bus, and the variables of each user for it. */
export function busAt(
  address: string,
  port: number,
  secrets: Secrets,
): Pick<NatsServer, 'url' | 'variables'> {
  const url = `nats://${address}:${port}`;
  const variables = (user: AnyUser): BusVariables => ({
    NATS_URL: url,
    NATS_USER: user,
    NATS_PASSWORD: secrets(`nats-${user}`),
  });
  return { url, variables };
}

/** Writes the local configuration with the user `testing` added; gives its path. */
async function withTestingUser(dir: string): Promise<string> {
  const rules = (await readFile(deployFile('nats/nats.conf'), 'utf8')).split('users: [');
  if (rules.length !== 2) throw new Error('nats.conf has no single list of users.');
  await writeFile(join(dir, 'nats.conf'), rules.join(`users: [${TESTING_RIGHTS}`));
  const file = join(dir, 'local.conf'); // includes nats.conf from its own folder
  await copyFile(deployFile('nats/local.conf'), file);
  return file;
}
