// Starts a real Redis for tests and the local start, with the persistence and the users of production.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Child } from '../processes/child.ts';
import { freePort, onPort } from './ports.ts';
import { deployFile, programEnv, type ServerOptions } from './programs.ts';

/** A running Redis. */
export type RedisServer = Child & {
  port: number;
  /** For the queues. */
  url: string;
  /** For the counters of the rate limits. */
  limitsUrl: string;
  /** For the user `testing`, who may do everything, where there is one. */
  testingUrl: string;
};

/** Starts Redis. */
export async function startRedis(options: ServerOptions): Promise<RedisServer> {
  const { dir, secrets, testingUser, args = [], listener } = options;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const password = (user: string): string => secrets(`redis-${user}`);
  const users = (await readFile(deployFile('redis/users.acl'), 'utf8'))
    .replace('${REDIS_PASSWORD_BULL}', password('bull'))
    .replace('${REDIS_PASSWORD_LIMITS}', password('limits'));
  const testing = testingUser ? `\nuser testing on >${password('testing')} ~* &* +@all\n` : '';
  const file = join(dir, 'users.acl');
  await writeFile(file, users + testing, { mode: 0o600 });
  const startOn = async (port: number): Promise<RedisServer> => {
    const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir, '--aclfile', file];
    const child = await Child.start(
      {
        name: 'redis',
        command: 'redis-server',
        args: [deployFile('redis/redis.conf'), ...place, ...args],
        env: programEnv(),
        ready: /Ready to accept connections/,
        readyMs: 30_000,
        stopSignal: 'SIGTERM',
        stopMs: 10_000,
      },
      listener,
    );
    const url = (user: string): string => `redis://${user}:${password(user)}@127.0.0.1:${port}`;
    const urls = { url: url('bull'), limitsUrl: url('limits'), testingUrl: url('testing') };
    return Object.assign(child, { port, ...urls });
  };
  return onPort(options.port ?? freePort, startOn);
}
