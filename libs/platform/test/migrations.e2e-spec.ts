// Tests migrations of a database in use: two runs at once, and a table that another transaction holds.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Client } from 'pg';
import { applyMigrations } from '#platform/migrations';
import { startOwnerServers, type OwnerServers } from '#testing/servers';
import { until } from '#testing/until';

class Table1795240000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE thing (id int PRIMARY KEY, size int); GRANT SELECT ON thing TO auth_app',
    );
  }
  async down(): Promise<void> {}
}

class Index1795240000002 implements MigrationInterface {
  readonly transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS thing_size');
    await runner.query('CREATE INDEX CONCURRENTLY thing_size ON thing (size)');
  }
  async down(): Promise<void> {}
}

class Column1795240000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE thing ADD label text');
  }
  async down(): Promise<void> {}
}

let servers: OwnerServers;
const clients: Client[] = [];
beforeAll(async () => {
  servers = await startOwnerServers('auth', [Table1795240000001]);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await servers?.close();
});

async function open(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  clients.push(client);
  await client.connect();
  return client;
}

it('migrations run once when two processes migrate at the same time, an index without a lock among them', async () => {
  const all = [Table1795240000001, Index1795240000002];
  const migrate = () => applyMigrations(servers.database.ownerUrl, 'auth', all);
  const applied = await Promise.all([migrate(), migrate()]);
  expect(applied.flat()).toEqual(['Index1795240000002']);
});

it('migrations wait for a server that is still starting', async () => {
  await servers.postgres.stop();
  const migrating = applyMigrations(servers.database.ownerUrl, 'auth', [Table1795240000001]);
  await servers.postgres.restart();
  expect(await migrating).toEqual([]);
});

it('a migration that waits for a table makes no reader wait behind it, and runs once the table is free', async () => {
  const holder = await open(servers.database.ownerUrl);
  const reader = await open(servers.database.appUrl);
  await holder.query('BEGIN');
  await holder.query('SELECT FROM thing');
  const all = [Table1795240000001, Index1795240000002, Column1795240000003];
  const migrating = applyMigrations(servers.database.ownerUrl, 'auth', all);
  await until('the migration waits', async () => {
    const { rowCount } = await holder.query('SELECT FROM pg_locks WHERE NOT granted');
    return rowCount !== 0;
  });
  expect((await reader.query('SELECT FROM thing')).rowCount).toBe(0);
  await holder.query('COMMIT');
  expect(await migrating).toEqual(['Column1795240000003']);
});

it('migrations are refused, and none is run, when one that was applied has changed since', async () => {
  const label = "ALTER TABLE thing ADD note text DEFAULT 'none'";
  const another = (statement: string) =>
    class implements MigrationInterface {
      readonly name = 'Note1795240000004';
      async up(runner: QueryRunner): Promise<void> {
        await runner.query(statement);
      }
      async down(): Promise<void> {}
    };
  class Last1795240000005 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('CREATE TABLE never ()');
    }
    async down(): Promise<void> {}
  }
  const migrate = (statement: string) =>
    applyMigrations(servers.database.ownerUrl, 'auth', [another(statement), Last1795240000005]);
  await applyMigrations(servers.database.ownerUrl, 'auth', [another(label)]);
  await expect(migrate(label.replace('none', 'nothing'))).rejects.toThrow('Note1795240000004 has changed');
  const client = await open(servers.database.ownerUrl);
  await expect(client.query('SELECT FROM never')).rejects.toMatchObject({ code: '42P01' });
  expect(await migrate(label.replaceAll(' ', '\n  '))).toEqual(['Last1795240000005']);
  // A database of before these checksums.
  await client.query('DROP TABLE migration_checksum');
  await expect(migrate(label)).rejects.toThrow('has changed');
});
