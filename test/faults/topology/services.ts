// The addresses at which our processes find the servers of the zones.
import { busAt, type Secrets, type Servers } from '#testing/servers';
import { NATS_MONITOR_PORT, NATS_PORT } from './nats-cluster.ts';
import type { Zone } from './network.ts';
import { PATRONI_PORT, POSTGRES_PORT, superuserPassword } from './patroni.ts';
import { REDIS_PORT } from './redis-sentinels.ts';
import { startService, type Service } from './service.ts';
import type { ZoneServers } from './zone-servers.ts';

/** Starts an address for each kind of server; `withPostgres` are the zones that have one. */
export async function startServices(
  { zones, dir, secrets, listener }: ZoneServers,
  withPostgres: readonly Zone[],
): Promise<Servers> {
  const all = [postgresService(withPostgres), redisService(zones, secrets), natsService(zones)];
  const [postgres, redis, nats] = await Promise.all(
    all.map((service) => startService(dir, service, listener)),
  );
  if (!postgres || !redis || !nats) throw new Error('A service is missing.');
  const superuser = `postgres:${superuserPassword(secrets)}`;
  return {
    postgres: Object.assign(postgres, {
      superuserUrl: (database: string) => `postgres://${superuser}@127.0.0.1:${postgres.port}/${database}`,
    }),
    redis: Object.assign(redis, {
      url: (user: string) => `redis://${user}:${secrets(`redis-${user}`)}@127.0.0.1:${redis.port}`,
    }),
    nats: Object.assign(nats, busAt('127.0.0.1', nats.port, secrets)),
  };
}

function postgresService(zones: readonly Zone[]): Service {
  return {
    name: 'postgres-service',
    servers: at(zones, POSTGRES_PORT),
    check: ['option httpchk GET /primary'],
    checkPort: PATRONI_PORT,
  };
}

function redisService(zones: readonly Zone[], secrets: Secrets): Service {
  return {
    name: 'redis-service',
    servers: at(zones, REDIS_PORT),
    check: [
      'option tcp-check',
      `tcp-check send "AUTH exporter ${secrets('redis-exporter')}\\r\\n"`,
      'tcp-check expect string +OK',
      'tcp-check send "INFO replication\\r\\n"',
      'tcp-check expect string role:master',
    ],
  };
}

function natsService(zones: readonly Zone[]): Service {
  return {
    name: 'nats-service',
    servers: at(zones, NATS_PORT),
    check: ['option httpchk GET /healthz'],
    checkPort: NATS_MONITOR_PORT,
  };
}

function at(zones: readonly Zone[], port: number): string[] {
  return zones.map(({ address }) => `${address}:${port}`);
}
