// Starts a real Redis for tests and the local start, with the persistence and the users of production.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Child, type Listener } from '../processes/child.ts';
import { deployFile, findProgram, programEnv } from './programs.ts';

/** Passwords of the users of Redis: one for the queues, one for the counters of the rate limits. */
export interface RedisPasswords {
  bull: string;
  limits: string;
  /** Of the user `testing`, who may do everything; without it there is no such user. */
  testing?: string;
}

/** How to run Redis. */
export interface RedisOptions {
  /** Folder of the data; kept between starts. */
  dir: string;
  port: number;
  passwords: RedisPasswords;
  listener?: Listener;
}

/** A running Redis. */
export type RedisServer = Child & {
  /** For the queues. */
  url: string;
  /** For the counters of the rate limits. */
  limitsUrl: string;
  /** For the user `testing`, where there is one. */
  testingUrl: string;
};

/** Starts Redis. */
export async function startRedis({ dir, port, passwords, listener }: RedisOptions): Promise<RedisServer> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const users = join(dir, 'users.acl');
  const template = await readFile(deployFile('redis/users.acl'), 'utf8');
  const text = template
    .replace('${REDIS_PASSWORD_BULL}', passwords.bull)
    .replace('${REDIS_PASSWORD_LIMITS}', passwords.limits);
  const more = passwords.testing ? `\nuser testing on >${passwords.testing} ~* &* +@all\n` : '';
  await writeFile(users, `${text}${more}`, { mode: 0o600 });
  const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir, '--aclfile', users];
  const child = await Child.start(
    {
      name: 'redis',
      command: findProgram('redis-server'),
      args: [deployFile('redis/redis.conf'), ...place],
      env: programEnv(),
      ready: /Ready to accept connections/,
      readyMs: 30_000,
      stopSignal: 'SIGTERM',
      stopMs: 10_000,
    },
    listener,
  );
  const url = (user: keyof RedisPasswords): string => `redis://${user}:${passwords[user]}@127.0.0.1:${port}`;
  return Object.assign(child, { url: url('bull'), limitsUrl: url('limits'), testingUrl: url('testing') });
}
