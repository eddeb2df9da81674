// The state as operators set it up and work on it: databases by a role that is no superuser, and each command of the runbooks.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import {
  freePort,
  loadSecrets,
  OWNERS,
  prepareDatabase,
  bundledProgram,
  projectFile,
  startNats,
  startPostgres,
  startRedis,
  temporaryFolder,
  type NatsServer,
  type OwnerDatabase,
  type PostgresServer,
  type RedisServer,
} from '#testing/servers';
import measured from '../../docs/measured.json' with { type: 'json' };
import { tablesOf } from '../bench/growth/table-sizes.ts';
import frozen from '../../scripts/migrations/frozen.json' with { type: 'json' };
import { changesOf, type Checksums } from './managed/frozen.ts';
import { runbookCommands } from './managed/runbooks.ts';

let dir: string;
let server: PostgresServer;
const databases: Record<string, OwnerDatabase> = {};

beforeAll(async () => {
  dir = await temporaryFolder('managed');
  const secrets = await loadSecrets(dir);
  server = await startPostgres({ dir: `${dir}/postgres`, port: await freePort(), secrets });
  await as(server.superuserUrl('postgres'), (superuser) =>
    superuser.query(`CREATE ROLE administrator LOGIN CREATEROLE CREATEDB PASSWORD 'managed'`),
  );
  const superuserUrl = (database: string): string =>
    `postgres://administrator:managed@127.0.0.1:${server.port}/${database}`;
  for (const owner of [...OWNERS, ...OWNERS]) {
    databases[owner] = await prepareDatabase({ port: server.port, superuserUrl }, owner, secrets);
  }
  for (const owner of OWNERS) {
    const env = { MIGRATION_DATABASE_URL: databases[owner]?.ownerUrl };
    await promisify(execFile)(process.execPath, [bundledProgram(owner, 'migrate')], { env });
  }
});
afterAll(async () => {
  await server?.stop();
  await rm(dir, { recursive: true, force: true });
});

async function as<T>(connectionString: string | undefined, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

it('gives no role of ours more rights than it needs', () =>
  as(server.superuserUrl('postgres'), async (superuser) => {
    const { rows } = await superuser.query<{ name: string }>(
      `SELECT rolname AS name FROM pg_roles
       WHERE rolname ~ '_(owner|app|system)$' AND NOT rolname ~ '^pg_' AND rolcanlogin AND NOT
         (rolsuper OR rolinherit OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls)
       ORDER BY name`,
    );
    const roles = OWNERS.flatMap((owner) => ['app', 'owner', 'system'].map((part) => `${owner}_${part}`));
    expect(rows.map(({ name }) => name)).toEqual(roles);
  }));

it.each(OWNERS)('admits only the roles of %s to its database', async (owner) => {
  const stranger = databases[owner === 'auth' ? 'catalogue' : 'auth']?.appUrl.replace(/[^/]+$/, owner);
  await expect(as(stranger, async () => undefined)).rejects.toThrow('permission denied for database');
});

it('binds the role app to one workspace', async () => {
  const content = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-00000000000a'];
  await as(databases['catalogue']?.systemUrl, (system) =>
    system.query(
      `INSERT INTO product (id, workspace_id, genre, content, content_hash) VALUES ($1, $2, 'Custom', '{}', '')`,
      content,
    ),
  );
  await as(databases['catalogue']?.appUrl, async (app) => {
    const products = 'SELECT id FROM product';
    expect((await app.query(products)).rows).toEqual([]);
    await expect(app.query('ALTER TABLE product DISABLE ROW LEVEL SECURITY')).rejects.toThrow(
      'must be owner',
    );
    await expect(app.query('SET ROLE catalogue_owner')).rejects.toThrow('permission denied to set role');
    await app.query('SET row_security = off');
    await expect(app.query(products)).rejects.toThrow('would be affected by row-level security');
  });
});

it.each(OWNERS)('every table and index of %s has been measured (npm run growth)', async (owner) => {
  const present = await as(server.superuserUrl(owner), tablesOf);
  const sizes = measured.tables.filter((one) => one.owner === owner);
  const known = sizes.map(({ table, indexes }) => [table, Object.keys(indexes).toSorted()]);
  expect(Object.fromEntries(known)).toEqual(present);
});

describe('a frozen migration (npm run migrations:freeze)', () => {
  it('has the statements, the name and the place that it had', async () => {
    const present: Checksums = {};
    for (const owner of OWNERS) {
      const { rows } = await as(server.superuserUrl(owner), (client) =>
        client.query<{ name: string; checksum: string }>(
          'SELECT name, checksum FROM migration_checksum JOIN migrations USING (name) ORDER BY id',
        ),
      );
      present[owner] = Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]));
    }
    expect(Object.values(present).flatMap((one) => Object.keys(one)).length).toBeGreaterThanOrEqual(4);
    expect(changesOf(frozen, present)).toEqual([]);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['may be followed by another', { first: 'a', second: 'b', third: 'c' }, []],
    ['may not be changed', { first: 'a', second: 'B' }, ['auth: second has other statements']],
    ['may not go', { first: 'a' }, ['auth: second is gone']],
    [
      'may not come after a new one',
      { first: 'a', new: 'n', second: 'b' },
      ['auth: new comes before second, which has run already'],
    ],
  ])('%s', (_, present, findings) => {
    const kept: Checksums = { auth: { first: 'a', second: 'b' } };
    expect(changesOf(kept, { auth: present })).toEqual(findings);
  });
});

/**
 * What `nats` does for a command, as JetStream answers it. Names and numbers are those of the pages; a size becomes a tenth,
 * because the server of the tests has room for 2 GB.
 */
const NATS_COMMANDS: [RegExp, (manager: JetStreamManager, words: string[]) => Promise<unknown>][] = [
  [/^nats stream purge (\w+) --force$/, ({ streams }, [name = '']) => streams.purge(name)],
  [/^nats stream info (\w+)$/, ({ streams }, [name = '']) => streams.info(name)],
  [
    /^nats stream edit (\w+) --max-bytes (\d+)GB$/,
    ({ streams }, [name = '', gigabytes]) =>
      streams.update(name, { max_bytes: Number(gigabytes) * 100_000_000 }),
  ],
  [
    /^nats stream edit (\w+) --max-age (\d+)h$/,
    ({ streams }, [name = '', hours]) => streams.update(name, { max_age: Number(hours) * 3600 * 1e9 }),
  ],
  [
    /^nats stream edit (\w+) --replicas (\d)$/,
    ({ streams }, [name = '', replicas]) => streams.update(name, { num_replicas: Number(replicas) }),
  ],
  [/^nats consumer report (\w+)$/, ({ consumers }, [name = '']) => consumers.list(name).next()],
  [
    /^nats consumer rm (\w+) <consumer> --force$/,
    ({ consumers }, [name = '']) => consumers.delete(name, 'notifications'),
  ],
];

describe('a command of a runbook', () => {
  const commands = runbookCommands();
  let servers: { redis: RedisServer; nats: NatsServer };

  beforeAll(async () => {
    const secrets = await loadSecrets(dir);
    const [redis, nats] = await Promise.all([
      startRedis({ dir: `${dir}/redis`, secrets }),
      startNats({ dir: `${dir}/nats`, secrets }),
    ]);
    servers = { redis, nats };
    const { streams } = await jetstreamManager(await bus('notifications', '_INBOX_notifications'));
    await streams.add({ name: 'EVENTS', subjects: ['events.>'] });
  });
  afterEach(() => Promise.all(open.splice(0).map((connection) => connection.close())));
  afterAll(() => Promise.all([servers?.redis.stop(), servers?.nats.stop()]));

  const open: NatsConnection[] = [];
  async function bus(user: 'operator' | 'notifications', inboxPrefix = '_INBOX'): Promise<NatsConnection> {
    const { NATS_URL, NATS_PASSWORD: pass } = servers.nats.variables(user);
    const connection = await connect({ servers: NATS_URL, user, pass, inboxPrefix });
    open.push(connection);
    return connection;
  }

  it.each(commands.psql)('$page: psql as $user: $text', async ({ user, text }) => {
    if (text.startsWith('deploy/')) return expect(readFileSync(projectFile(text), 'utf8')).toMatch(/DO/);
    if (/^CREATE DATABASE|^\\password/.test(text)) return expect(user).toBe('administrator');
    const [owner = '', role] = user.split('_');
    expect(role).toBe('system');
    await as(databases[owner]?.systemUrl, async (client) => {
      await client.query(`BEGIN; ${text}; ROLLBACK`);
    });
  });

  it.each(commands['redis-cli'])('$page: redis-cli as $user: $text', async ({ user, text }) => {
    expect(user).toBe('operator');
    const redis = new Redis(servers.redis.url('operator'));
    try {
      const words = text
        .replace(/["']/g, '')
        .replace(/\$(NEW|OLD)/, 'secret')
        .replace('--scan --pattern', 'SCAN 0 MATCH')
        .split(' ');
      const [command = '', ...args] = words.length === 1 ? [...words, 'bull:x'] : words;
      await redis.call(command, ...args);
      if (command === 'ACL') expect((await redis.acl('LIST')).join()).toMatch(/user scaler on/);
    } finally {
      redis.disconnect();
    }
  });

  it.each(commands.nats)('$page: $text, as $user', async ({ user, text }) => {
    expect(user).toBe('operator');
    const { consumers } = await jetstreamManager(await bus('notifications', '_INBOX_notifications'));
    // The command before this one may have removed it.
    await consumers.add('EVENTS', { durable_name: 'notifications', ack_policy: 'explicit' });
    const connection = await bus('operator');
    const known = NATS_COMMANDS.find(([pattern]) => pattern.test(text));
    if (!known) throw new Error(`No test runs "${text}".`);
    const [pattern, run] = known;
    await run(await jetstreamManager(connection), [...(pattern.exec(text) ?? [])].slice(1));
  });

  it('is all that the operator of the bus may do', async () => {
    const connection = await bus('operator');
    const { streams } = await jetstreamManager(connection);
    await expect(streams.getMessage('EVENTS', { seq: 1 })).rejects.toThrow();
    await expect(streams.delete('EVENTS')).rejects.toThrow();
  });

  it('is not for the scaler and the exporter of Redis, which read and count', async () => {
    const scaler = new Redis(servers.redis.url('scaler'), { enableReadyCheck: false });
    const exporter = new Redis(servers.redis.url('exporter'));
    try {
      expect(await scaler.eval(`return redis.call('llen', KEYS[1])`, 1, 'bull:generations:wait')).toBe(0);
      await expect(scaler.get('bull:generations:meta')).rejects.toThrow('NOPERM');
      expect(await exporter.info('memory')).toMatch(/used_memory/);
      for (const redis of [scaler, exporter])
        await expect(redis.call('ACL', 'LIST')).rejects.toThrow('NOPERM');
      await expect(exporter.call('LLEN', 'bull:generations:wait')).rejects.toThrow('NOPERM');
    } finally {
      for (const redis of [scaler, exporter]) redis.disconnect();
    }
  });
});

it('refuses a role that may do more than it should', async () => {
  await as(server.superuserUrl('postgres'), (superuser) => superuser.query('ALTER ROLE auth_app BYPASSRLS'));
  const again = prepareDatabase(server, 'auth', await loadSecrets(dir));
  await expect(again).rejects.toThrow('The role auth_app has rights that no service may have');
});
