// NATS in three zones: one cluster, whose streams have a copy in each.
import { join } from 'node:path';
import type { Listener } from '#testing/processes';
import { startNats, type NatsServer, type Secrets } from '#testing/servers';
import type { Zone } from './network.ts';

export const NATS_PORT = 4222;
export const NATS_MONITOR_PORT = 8222;
const CLUSTER_PORT = 6222;

/** Starts a server in each zone. */
export function startNatsCluster(
  zones: readonly Zone[],
  dir: string,
  { secrets, listener }: { secrets: Secrets; listener: Listener },
): Promise<NatsServer[]> {
  const route = ({ address }: Zone): string => `nats://${address}:${CLUSTER_PORT}`;
  return Promise.all(
    zones.map((zone) => {
      const place = zone.place('nats');
      const cluster = ['--cluster_name', 'shelfscribe', '--cluster', route(zone)];
      const routes = ['--routes', zones.map(route).join(',')];
      return startNats({
        dir: join(dir, place.name),
        port: NATS_PORT,
        secrets,
        testingUser: true,
        place,
        args: ['--name', place.name, ...cluster, ...routes, '-m', String(NATS_MONITOR_PORT)],
        listener,
      });
    }),
  );
}
