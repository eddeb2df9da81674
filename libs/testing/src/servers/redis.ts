// Starts a real Redis for tests and the local start, with the persistence and the users of production.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchBatchJob, generationJob, waitedForJob, webhookJob, type JobDefinition } from '#contracts';
import { Child } from '../processes/child.ts';
import { freePort, onPort } from './ports.ts';
import { commandIn, deployFile, here, programEnv, waitsForDisk, type ServerOptions } from './programs.ts';

/** The keys that each process may touch: those of its queues, and the gateway those of its counters. */
const KEYS = {
  gateway: ['limits:*'],
  catalogue: keysOf(fetchBatchJob),
  generations: keysOf(generationJob, waitedForJob),
  notifications: keysOf(webhookJob),
  'import-worker': keysOf(fetchBatchJob),
  'generation-worker': keysOf(generationJob, waitedForJob),
  'webhook-worker': keysOf(webhookJob),
};
/** A user of Redis: a process that uses it. */
export type RedisUser = keyof typeof KEYS;
/** The users of Redis. */
export const REDIS_USERS = Object.keys(KEYS) as RedisUser[];

/** What users that are no processes may do: people, the autoscaler of the workers, and a monitor of the server. */
const OTHERS = {
  operator: 'allkeys allchannels +@all',
  // It counts in a script, which needs more than the right to read a key; so its commands are bounded instead.
  scaler:
    'resetkeys ~bull:* resetchannels -@all +auth +hello +ping +select +eval +type +llen +zcard +scard +hlen',
  exporter: 'resetkeys resetchannels -@all +auth +hello +ping +select +info +latency|latest',
};
/** Any user of Redis, and the one that only tests have. */
type AnyUser = RedisUser | keyof typeof OTHERS | 'testing';

/** What every process may do with its keys. The queues and the counters are scripts, which Redis runs with the user's rights. */
const COMMANDS =
  '-@all +@read +@write +@transaction +@connection -@dangerous -function -scan -randomkey ' +
  '+info +eval +evalsha +script|exists +script|load';

/** The content of deploy/redis/users.acl, which cannot hold a comment: redis.conf tells why the user default has rights. */
export function usersFile(): string {
  const lines = REDIS_USERS.map((user) => {
    const keys = KEYS[user].map((pattern) => `~${pattern}`).join(' ');
    return `user ${user} on >\${${passwordVariable(user)}} resetkeys ${keys} resetchannels ${COMMANDS}\n`;
  });
  const others = Object.entries(OTHERS).map(
    ([user, rights]) => `user ${user} on >\${${passwordVariable(user)}} ${rights}\n`,
  );
  return `user default off resetpass ~* &* +@all\n${[...lines, ...others].join('')}`;
}

/** A running Redis. */
export type RedisServer = Child & {
  port: number;
  /** For the process of this name; `testing` may do everything, where there is that user. */
  url: (user: AnyUser) => string;
};

/** Starts Redis. */
export async function startRedis(options: ServerOptions): Promise<RedisServer> {
  const { dir, secrets, testingUser, args = [], listener, place = here('redis') } = options;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const password = (user: string): string => secrets(`redis-${user}`);
  const users = [...REDIS_USERS, ...Object.keys(OTHERS)];
  const passwords = users.map((user) => [passwordVariable(user), password(user)] as const);
  const env = { ...programEnv(), ...Object.fromEntries(passwords) };
  const { stdout: rights } = await promisify(execFile)('sh', [deployFile('redis/users.sh')], { env });
  const testing = testingUser ? `user testing on >${password('testing')} ~* &* +@all\n` : '';
  const file = join(dir, 'users.acl');
  await writeFile(file, rights + testing, { mode: 0o600 });
  const settings = join(dir, 'redis.conf'); // of its own, because a Sentinel has it rewritten
  await copyFile(deployFile('redis/redis.conf'), settings);
  const sync = waitsForDisk() ? [] : ['--appendfsync', 'no'];
  const startOn = async (port: number): Promise<RedisServer> => {
    const where = ['--bind', place.address, '--port', String(port), '--dir', dir, '--aclfile', file];
    const child = await Child.start(
      {
        name: place.name,
        ...commandIn(place, 'redis-server', settings, ...where, ...sync, ...args),
        env: programEnv(),
        ready: /Ready to accept connections/,
        readyMs: 30_000,
        stopSignal: 'SIGTERM',
        stopMs: 10_000,
      },
      listener,
    );
    const url = (user: string): string => `redis://${user}:${password(user)}@${place.address}:${port}`;
    return Object.assign(child, { port, url });
  };
  return onPort(options.port ?? freePort, startOn);
}

/** The keys of the queues of jobs. */
function keysOf(...jobs: JobDefinition[]): string[] {
  return jobs.flatMap(({ queues }) => queues.map((queue) => `bull:${queue}:*`));
}

/** Name of the variable that holds the password of a user. */
function passwordVariable(user: string): string {
  return `REDIS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`;
}
