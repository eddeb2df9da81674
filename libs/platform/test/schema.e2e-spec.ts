// Tests the readiness of an owner whose database is behind its code, level with it, and ahead of it.
import type { INestApplicationContext } from '@nestjs/common';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { openWorker } from '#platform/boot';
import { databaseConfig, processConfig } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { applyMigrations } from '#platform/migrations';
import { Health } from '#platform/observability';
import { startOwnerServers, type OwnerServers } from '#testing/servers';

class First1795240000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE thing (id int PRIMARY KEY)');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE thing');
  }
}

class Second1795240000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE thing ADD label text');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE thing DROP label');
  }
}

let servers: OwnerServers;
beforeAll(async () => {
  servers = await startOwnerServers('auth', [First1795240000001]);
});
afterAll(() => servers.close());

async function start(migrations: (new () => MigrationInterface)[]): Promise<INestApplicationContext> {
  class TestModule {}
  const config = z
    .object({ ...processConfig, ...databaseConfig })
    .parse({ ...servers.variables, LOG_LEVEL: 'error' });
  const module = { module: TestModule, imports: [DatabaseModule.forRoot(config, 'auth', { migrations })] };
  return openWorker({ name: 'auth', module, config });
}

it('an owner is not ready until the migrations of its release have run, and names a missing one', async () => {
  const old = await start([First1795240000001]);
  const young = await start([First1795240000001, Second1795240000002]);
  try {
    expect(await old.get(Health).problems()).toEqual({});
    expect(await young.get(Health).problems()).toEqual({
      schema: 'the migration Second1795240000002 has not run',
    });
    const all = [First1795240000001, Second1795240000002];
    expect(await applyMigrations(servers.database.ownerUrl, 'auth', all)).toEqual(['Second1795240000002']);
    expect(await young.get(Health).problems()).toEqual({});
    expect(await old.get(Health).problems()).toEqual({}); // the database is ahead of the old release, which still serves
  } finally {
    await Promise.all([old.close(), young.close()]);
  }
});
