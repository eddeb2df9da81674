// The Postgres of tests and of the local start: the rights of its roles, and the durability of its data.
import { execFileSync } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres, type PostgresServer } from '../src/servers/postgres.ts';
import { loadSecrets } from '../src/servers/secrets.ts';
import { startOwnerServers, temporaryFolder, type OwnerServers } from '../src/servers/owner-servers.ts';

class Notes0000000000001 {
  name = 'Notes0000000000001';
  async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query(`
      CREATE TABLE notes (workspace_id int NOT NULL, words text NOT NULL);
      ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
      ALTER TABLE notes FORCE ROW LEVEL SECURITY;
      CREATE POLICY own ON notes TO auth_app USING (workspace_id = current_setting('app.workspace_id', true)::int);
      GRANT SELECT, INSERT ON notes TO auth_app, auth_system;
    `);
  }
  async down(): Promise<void> {}
}

const { TEST_FSYNC } = process.env;
let servers: OwnerServers;
beforeAll(async () => {
  delete process.env['TEST_FSYNC']; // as in production, also where tests run on a disk
  servers = await startOwnerServers('auth', [Notes0000000000001]);
});
afterAll(async () => {
  if (TEST_FSYNC !== undefined) process.env['TEST_FSYNC'] = TEST_FSYNC; // the next file runs in this process, too
  await servers?.close();
});

async function as<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // a killed server is part of the test
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

describe('the roles of an owner', () => {
  it.each(['appUrl', 'systemUrl'] as const)(
    'limit the time of every statement and transaction, and plan each statement once (%s)',
    (role) =>
      as(servers.database[role], async (client) => {
        const { rows } = await client.query(
          `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
                current_setting('idle_in_transaction_session_timeout') AS idle,
                current_setting('transaction_timeout') AS transaction, current_setting('plan_cache_mode') AS plans`,
        );
        const limits = { statement: '5s', lock: '2s', idle: '10s', transaction: '15s' };
        expect(rows).toEqual([{ ...limits, plans: 'force_generic_plan' }]);
      }),
  );

  it('do not limit the time of migrations, even where Postgres limits that of everybody', async () => {
    const limits = [
      'statement_timeout',
      'lock_timeout',
      'idle_in_transaction_session_timeout',
      'transaction_timeout',
      'idle_session_timeout',
    ];
    const asRoot = (text: (limit: string) => string) =>
      as(servers.postgres.superuserUrl('auth'), async (root) => {
        for (const limit of limits) await root.query(`ALTER DATABASE auth ${text(limit)}`);
      });
    await asRoot((limit) => `SET ${limit} = '1s'`);
    try {
      await as(servers.database.ownerUrl, async (client) => {
        const { rows } = await client.query('SELECT name, setting FROM pg_settings WHERE name = ANY ($1)', [
          limits,
        ]);
        expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(
          Object.fromEntries(limits.map((name) => [name, '0'])),
        );
      });
    } finally {
      await asRoot((limit) => `RESET ${limit}`);
    }
  });

  it.each(['ownerUrl', 'appUrl', 'systemUrl'] as const)(
    'compile no statement, which would cost more than it does (%s)',
    (role) =>
      as(servers.database[role], async (client) => {
        const { rows } = await client.query('SHOW jit');
        expect(rows).toEqual([{ jit: 'off' }]);
      }),
  );

  it.each(['appUrl', 'systemUrl'] as const)('cannot change the schema or take another role (%s)', (role) =>
    as(servers.database[role], async (client) => {
      await expect(client.query('CREATE TABLE mine (id int)')).rejects.toThrow(
        /permission denied for schema/,
      );
      await expect(client.query('DROP TABLE notes')).rejects.toThrow(/must be owner/);
      await expect(client.query('ALTER TABLE notes DISABLE ROW LEVEL SECURITY')).rejects.toThrow(
        /must be owner/,
      );
      await expect(client.query('SET ROLE auth_owner')).rejects.toThrow(/permission denied to set role/);
      await expect(client.query('CREATE ROLE another')).rejects.toThrow(/permission denied to create role/);
    }),
  );

  it.each(['appUrl', 'systemUrl'] as const)('see no row without a policy for it (%s)', (role) =>
    as(servers.database[role], async (client) => {
      await as(servers.postgres.superuserUrl('auth'), (root) =>
        root.query(`INSERT INTO notes VALUES (1, 'kept')`),
      );
      expect((await client.query('SELECT * FROM notes')).rows).toEqual([]);
      await expect(client.query(`INSERT INTO notes VALUES (2, 'x')`)).rejects.toThrow(/row-level security/);
    }),
  );

  it('reach only their own database', () =>
    expect(as(servers.database.appUrl.replace(/auth$/, 'postgres'), async () => undefined)).rejects.toThrow(
      /permission denied for database/,
    ));

  it('need their password', () =>
    expect(as(servers.database.appUrl.replace(/:[^:]+@/, ':wrong@'), async () => undefined)).rejects.toThrow(
      /password authentication failed/,
    ));
});

describe('Postgres', () => {
  it('keeps every committed row over a SIGKILL', async () => {
    await as(servers.postgres.superuserUrl('auth'), (root) =>
      root.query(`INSERT INTO notes VALUES (3, 'survivor')`),
    );
    await servers.postgres.kill();
    await servers.postgres.restart();
    const { rows } = await as(servers.postgres.superuserUrl('auth'), (root) =>
      root.query(`SELECT words FROM notes WHERE workspace_id = 3`),
    );
    expect(rows).toEqual([{ words: 'survivor' }]);
  });

  it('of a folder that another user has begun runs as that user, to whom its files stay', async () => {
    const isRoot = process.getuid?.() === 0; // nobody else can be another user
    const dir = await temporaryFolder('owned');
    const start = async (): Promise<PostgresServer> =>
      startPostgres({ dir, secrets: await loadSecrets(dir) });
    await (await start()).stop();
    const owner = isRoot ? 12_345 : process.getuid?.();
    if (isRoot) execFileSync('chown', ['--recursive', String(owner), dir]);
    const again = await start();
    try {
      const { rows } = await as(again.superuserUrl('postgres'), (root) => root.query('SELECT 1 AS one'));
      expect(rows).toEqual([{ one: 1 }]);
    } finally {
      await again.stop();
    }
    const { uid } = await stat(join(dir, 'data/PG_VERSION'));
    expect([uid, (await stat(dir)).uid]).toEqual([owner, owner]);
    await rm(dir, { recursive: true });
  });

  it('runs with the settings for durability', () =>
    as(servers.postgres.superuserUrl('auth'), async (root) => {
      const { rows } = await root.query(
        `SELECT name, setting FROM pg_settings
         WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'max_connections', 'listen_addresses')
         ORDER BY name`,
      );
      expect(rows).toEqual([
        { name: 'fsync', setting: 'on' },
        { name: 'full_page_writes', setting: 'on' },
        { name: 'listen_addresses', setting: '127.0.0.1' },
        { name: 'max_connections', setting: '160' },
        { name: 'synchronous_commit', setting: 'on' },
      ]);
    }));
});
