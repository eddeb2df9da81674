// Starts and stops Postgres, Redis and NATS together, with their data in one folder.
import { join } from 'node:path';
import { startNats, type NatsServer } from './nats.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';
import type { ServerOptions } from './programs.ts';
import { startRedis, type RedisServer } from './redis.ts';

/** The three servers. */
export interface Servers {
  postgres: PostgresServer;
  redis: RedisServer;
  nats: NatsServer;
}

/** How to run the servers. */
export interface ServersOptions extends Omit<ServerOptions, 'port' | 'args'> {
  /** Free ports by default. */
  ports?: Partial<Record<keyof Servers, number>>;
}

/** Starts the three servers; when one fails, it stops the others. */
export async function startServers({ dir, ports = {}, ...others }: ServersOptions): Promise<Servers> {
  const options = (name: keyof Servers): ServerOptions => ({
    ...others,
    dir: join(dir, name),
    port: ports[name],
  });
  const starting = [
    startPostgres(options('postgres')),
    startRedis(options('redis')),
    startNats(options('nats')),
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
