// Postgres, Redis and NATS behind TLS with a private certificate authority: a process connects with the authority, and
// without it, or without TLS, no client of the platform does.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { connect } from '@nats-io/transport-node';
import { Client } from 'pg';
import { applyMigrations } from '#platform/migrations';
import { Child } from '#testing/processes';
import {
  freePort,
  loadSecrets,
  makeCertificate,
  prepareDatabase,
  programEnv,
  bundledProgram,
  startNats,
  startPostgres,
  startRedis,
  temporaryFolder,
  type Certificate,
  type OwnerDatabase,
  type Servers,
} from '#testing/servers';
import { connectionOptions } from '../src/messaging/bus-connection.ts';
import { openRedis } from '../src/redis/redis.ts';
import { ReadConnections } from '../src/fast/read-connections.ts';

let dir: string;
let certificate: Certificate;
const running: Child[] = [];
/** The servers with TLS, and Redis and NATS without. */
let servers: Servers;
let plain: Pick<Servers, 'redis' | 'nats'>;
let database: OwnerDatabase;

beforeAll(async () => {
  dir = await temporaryFolder('tls');
  certificate = await makeCertificate(dir);
  const { cert, key } = certificate;
  const secrets = await loadSecrets(dir);
  const options = async (name: string) => ({ dir: `${dir}/${name}`, port: await freePort(), secrets });
  const tls = {
    postgres: { ssl: 'on', ssl_cert_file: cert, ssl_key_file: key },
    redis: { 'tls-cert-file': cert, 'tls-key-file': key, 'tls-ca-cert-file': cert, 'tls-auth-clients': 'no' },
  };
  const redis = await options('redis');
  servers = {
    postgres: await start(startPostgres, {
      ...(await options('postgres')),
      args: Object.entries(tls.postgres).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    }),
    redis: await start(startRedis, {
      ...redis,
      args: Object.entries({ ...tls.redis, port: '0', 'tls-port': String(redis.port) }).flatMap(
        ([name, value]) => [`--${name}`, value],
      ),
    }),
    nats: await start(startNats, {
      ...(await options('nats')),
      args: ['--tls', '--tlscert', cert, '--tlskey', key],
    }),
  };
  plain = {
    redis: await start(startRedis, await options('plain-redis')),
    nats: await start(startNats, await options('plain-nats')),
  };
  database = await prepareDatabase(servers.postgres, 'catalogue', secrets);
});
afterAll(async () => {
  await Promise.all(running.map((child) => child.stop()));
  await rm(dir, { recursive: true, force: true });
});

async function start<O, S extends Child>(starter: (options: O) => Promise<S>, options: O): Promise<S> {
  const server = await starter(options);
  running.push(server);
  return server;
}

const verified = (url: string): string => `${url}?sslmode=verify-full`;
const demandingTls = (url: string): string => url.replace(/^redis:/, 'rediss:').replace(/^nats:/, 'tls:');
const busConfig = (nats: Servers['nats']) => {
  const variables = nats.variables('catalogue');
  return { ...variables, NATS_URL: `${demandingTls(nats.url)},${demandingTls(nats.url)}` };
};

it('a service that has the authority migrates and becomes ready, over TLS alone', async () => {
  const env = { ...programEnv(), NODE_EXTRA_CA_CERTS: certificate.cert };
  const migrate = { ...env, MIGRATION_DATABASE_URL: verified(database.ownerUrl) };
  await promisify(execFile)(process.execPath, [bundledProgram('catalogue', 'migrate')], { env: migrate });
  const opsPort = String(await freePort());
  const catalogue = await Child.start({
    name: 'catalogue',
    command: process.execPath,
    args: [bundledProgram('catalogue')],
    env: {
      ...env,
      ...busConfig(servers.nats),
      DATABASE_URL: verified(database.appUrl),
      DATABASE_SYSTEM_URL: verified(database.systemUrl),
      REDIS_URL: demandingTls(servers.redis.url('catalogue')),
      OPS_PORT: opsPort,
    },
    ready: `http://127.0.0.1:${opsPort}/health/ready`,
    readyMs: 30_000,
    stopSignal: 'SIGTERM',
    stopMs: 20_000,
  });
  running.unshift(catalogue);
  const superuser = new Client({ connectionString: servers.postgres.superuserUrl('catalogue') });
  await superuser.connect();
  const { rows } = await superuser.query(
    `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename LIKE 'catalogue%'`,
  );
  await superuser.end();
  expect(rows).toEqual([{ ssl: true }]);
});

const UNKNOWN = /self-signed certificate|unable to verify/;

describe('without the authority', () => {
  it('no migration and no read reaches Postgres', async () => {
    await expect(applyMigrations(verified(database.ownerUrl), 'catalogue', [])).rejects.toThrow(UNKNOWN);
    const reads = new ReadConnections({ connectionString: verified(database.appUrl) });
    await expect(reads.query('SELECT 1', [])).rejects.toThrow(UNKNOWN);
  });

  it('no queue reaches Redis', () => expectRefusal(servers.redis.url('catalogue'), UNKNOWN));

  it('no process reaches NATS', async () => {
    await expect(connect(connectionOptions(busConfig(servers.nats), 'test'))).rejects.toThrow(UNKNOWN);
  });
});

describe('without TLS', () => {
  it('a migration that demands it does not reach Postgres', async () => {
    await servers.postgres.stop();
    const port = Number(new URL(database.ownerUrl).port);
    await start(startPostgres, { dir: `${dir}/postgres`, port, secrets: await loadSecrets(dir) });
    const migrating = applyMigrations(verified(database.ownerUrl), 'catalogue', []);
    await expect(migrating).rejects.toThrow('The server does not support SSL connections');
  });

  it('a queue that demands it does not reach Redis', () =>
    expectRefusal(plain.redis.url('catalogue'), /ETIMEDOUT/));

  it('a process that demands it does not reach NATS, which would take it', async () => {
    const options = connectionOptions(busConfig(plain.nats), 'test');
    await expect(connect(options)).rejects.toThrow(`server does not support 'tls'`);
    const { tls: _, ...others } = { ...options, servers: plain.nats.url };
    await (await connect(others)).close();
  });
});

/** Expects that a connection that demands TLS meets this error. */
async function expectRefusal(url: string, reason: RegExp): Promise<void> {
  const redis = openRedis(demandingTls(url), 'test');
  try {
    await expect(once(redis, 'ready', { signal: AbortSignal.timeout(10_000) })).rejects.toThrow(reason);
  } finally {
    redis.disconnect();
  }
}
