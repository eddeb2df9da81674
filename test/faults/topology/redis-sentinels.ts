// Redis in three zones: one primary, two replicas, and a Sentinel beside each, two of which choose a new primary.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Child } from '#testing/processes';
import { commandIn, programEnv, startRedis, type RedisServer } from '#testing/servers';
import type { ZoneServers } from './zone-servers.ts';

export const REDIS_PORT = 6379;
const SENTINEL_PORT = 26_379;
/** The user that replicates and that Sentinels are: in tests alone it is the one that may do everything. */
const USER = 'testing';

/** Starts Redis in each zone, the first one as the primary. */
export async function startReplicas({ zones, dir, secrets, listener }: ZoneServers): Promise<RedisServer[]> {
  const password = secrets(`redis-${USER}`);
  const servers = await Promise.all(
    zones.map((zone) =>
      startRedis({
        dir: join(dir, `redis-${zone.number}`),
        port: REDIS_PORT,
        secrets,
        testingUser: true,
        place: zone.place('redis'),
        // A primary without a replica that hears it takes no writes: it may have been replaced.
        args: ['--masteruser', USER, '--masterauth', password, '--min-replicas-to-write', '1'],
        listener,
      }),
    ),
  );
  const primary = zones[0]!.address;
  for (const server of servers.slice(1)) {
    const redis = new Redis(server.url(USER));
    await redis.replicaof(primary, REDIS_PORT);
    await redis.config('REWRITE'); // or it would be a primary after a restart
    redis.disconnect();
  }
  return servers;
}

/** Starts a Sentinel in each zone. */
export function startSentinels({ zones, dir, secrets, listener }: ZoneServers): Promise<Child[]> {
  const [primary] = zones;
  return Promise.all(
    zones.map(async (zone) => {
      const place = zone.place('sentinel');
      const file = join(dir, `${place.name}.conf`);
      const settings = [
        `port ${SENTINEL_PORT}`,
        `bind ${zone.address}`,
        `dir ${dir}`,
        `sentinel monitor shelfscribe ${primary!.address} ${REDIS_PORT} 2`,
        `sentinel auth-user shelfscribe ${USER}`,
        `sentinel auth-pass shelfscribe ${secrets(`redis-${USER}`)}`,
        'sentinel down-after-milliseconds shelfscribe 5000',
        'sentinel failover-timeout shelfscribe 10000',
      ];
      await writeFile(file, `${settings.join('\n')}\n`, { mode: 0o600 });
      return Child.start(
        {
          name: place.name,
          ...commandIn(place, 'redis-server', file, '--sentinel'),
          env: programEnv(),
          ready: /Sentinel ID is|\+monitor/,
          readyMs: 30_000,
          stopSignal: 'SIGTERM',
          stopMs: 10_000,
        },
        listener,
      );
    }),
  );
}
