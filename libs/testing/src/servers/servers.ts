// Starts and stops Postgres, Redis and NATS together, with their data in one folder.
import { join } from 'node:path';
import type { Listener } from '../processes/child.ts';
import { BUS_USERS, startNats, type BusUser, type NatsServer } from './nats.ts';
import { freePort } from './ports.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';
import { startRedis, type RedisServer } from './redis.ts';
import type { Secrets } from './secrets.ts';

/** The three servers. */
export interface Servers {
  postgres: PostgresServer;
  redis: RedisServer;
  nats: NatsServer;
}

/** How to run the servers. */
export interface ServersOptions {
  /** Folder of the data, which is kept. */
  dir: string;
  secrets: Secrets;
  /** Ports; free ones by default. */
  ports?: Partial<Record<keyof Servers, number>>;
  /** Adds a user `testing` to Redis and NATS, with rights that none of our processes has. */
  testingUser?: boolean;
  listener?: Listener;
}

/** Starts the three servers; when one fails, it stops the others. */
export async function startServers({
  dir,
  secrets,
  ports = {},
  testingUser = false,
  listener = {},
}: ServersOptions): Promise<Servers> {
  const place = async (name: keyof Servers) => ({
    dir: join(dir, name),
    port: ports[name] ?? (await freePort()),
    listener,
  });
  const busPasswords = BUS_USERS.map((user) => [user, secrets(`nats-${user}`)]);
  const starting = [
    place('postgres').then(startPostgres),
    place('redis').then((options) => {
      const users = { bull: secrets('redis-bull'), limits: secrets('redis-limits') };
      const passwords = testingUser ? { ...users, testing: secrets('redis-testing') } : users;
      return startRedis({ ...options, passwords });
    }),
    place('nats').then((options) => {
      const passwords = Object.fromEntries(busPasswords) as Record<BusUser, string>;
      const testing = testingUser ? secrets('nats-testing') : undefined;
      return startNats({ ...options, passwords, testing });
    }),
  ] as const;
  try {
    const [postgres, redis, nats] = await Promise.all(starting);
    return { postgres, redis, nats };
  } catch (error) {
    for (const one of await Promise.allSettled(starting)) {
      if (one.status === 'fulfilled') await one.value.stop();
    }
    throw error;
  }
}

/** Stops the three servers. */
export async function stopServers({ postgres, redis, nats }: Servers): Promise<void> {
  await Promise.all([postgres.stop(), redis.stop(), nats.stop()]);
}
