// Tests what an owner removes by itself: months of old rows, without holding anybody up, and expired idempotency keys.
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { openWorker } from '#platform/boot';
import { databaseConfig, processConfig } from '#platform/config';
import { newId } from '#platform/context';
import { Database, DatabaseModule, monthlyPartitions, purge } from '#platform/database';
import { idempotencyTable } from '#platform/idempotency';
import { IntervalTasks } from '#platform/resilience';
import { RetentionModule } from '#platform/retention';
import { startOwnerServers, type OwnerServers } from '#testing/servers';
import { IS_FULL } from '#testing/size';
import { until } from '#testing/until';

class Notes1795240000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE note (id uuid, status text NOT NULL) PARTITION BY RANGE (id);
      GRANT SELECT, INSERT, UPDATE ON note TO auth_app, auth_system;
      ${monthlyPartitions({ name: 'note', key: ['id'], unfinished: `status = 'RUNNING'` }, 'auth_system')}
      ${idempotencyTable('auth_app', 'auth_system')}
    `);
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE note, idempotency; DROP FUNCTION maintain_note');
  }
}

let servers: OwnerServers;
let superuser: Client;
let owner: Client;
let other: Client;
const apps: INestApplicationContext[] = [];
beforeAll(async () => {
  servers = await startOwnerServers('auth', [Notes1795240000001]);
  superuser = new Client({ connectionString: servers.postgres.superuserUrl('auth') });
  owner = new Client({ connectionString: servers.database.ownerUrl });
  other = new Client({ connectionString: servers.database.appUrl });
  await Promise.all([superuser.connect(), owner.connect(), other.connect()]);
});
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));
afterAll(async () => {
  await Promise.all([superuser?.end(), owner?.end(), other?.end()]);
  await servers?.close();
});

/** Starts an owner that keeps notes for so many days; its first round comes by itself. */
function keepNotes(days: number): Promise<INestApplicationContext> {
  return openOwner([RetentionModule.forRoot([{ name: 'note', days }])]);
}

async function openOwner(modules: readonly DynamicModule[]): Promise<INestApplicationContext> {
  class TestModule {}
  const schema = z.object({ ...processConfig, ...databaseConfig });
  const config = schema.parse({ ...servers.variables, LOG_LEVEL: 'error' });
  const imports = [DatabaseModule.forRoot(config, 'auth'), ...modules];
  const app = await openWorker({ name: 'auth', module: { module: TestModule, imports }, config });
  apps.push(app);
  return app;
}

/** Wakes the interval task of an owner. */
function nextRound(app: INestApplicationContext): void {
  app
    .get(IntervalTasks, { strict: false })
    .tasks.find(({ name }) => name === 'retention')!
    .wake();
}

/** The begin of a month in UTC; 0 is the present one. */
function month(offset: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset));
}
const partitionOf = (offset: number): string =>
  `note_${month(offset).toISOString().slice(0, 7).replace('-', '_')}`;
/** A UUIDv7 of a moment. */
const idOf = (moment: Date): string =>
  `${moment.getTime().toString(16).padStart(12, '0')}70008000${newId().replaceAll('-', '').slice(20)}`;

const partitions = async (): Promise<string[]> =>
  (
    await superuser.query<{ relname: string }>(
      `SELECT relname FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'note'::regclass
       ORDER BY relname`,
    )
  ).rows.map((row) => row.relname);

/** How long ago, in days, a month was found to be old enough, or the table lost one, as their comments tell. */
async function tell(
  table: string,
  what: 'Old enough since' | 'Lost a month at',
  days: number,
): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000).toISOString();
  await owner.query(`COMMENT ON TABLE ${table} IS '${what} ${at}'`);
}

/** Leaves the table with these months only, one note in each of them, all of them known to be old for long. */
async function startWithMonths(...offsets: number[]): Promise<void> {
  for (const name of await partitions()) await owner.query(`DROP TABLE ${name}`);
  for (const [nth, offset] of offsets.entries()) {
    const bound = (moment: Date): string => `'${idOf(moment).slice(0, 12)}00000000000000000000'`;
    await owner.query(
      `CREATE TABLE ${partitionOf(offset)} PARTITION OF note
       FOR VALUES FROM (${nth === 0 ? 'MINVALUE' : bound(month(offset))}) TO (${bound(month(offset + 1))})`,
    );
    await superuser.query(`INSERT INTO note VALUES ($1, 'DONE')`, [idOf(month(offset))]);
    await tell(partitionOf(offset), 'Old enough since', 8);
  }
  await tell('note', 'Lost a month at', 2);
}

describe('a table with monthly partitions', () => {
  it('has the present month and two more after the migration, and takes rows of any earlier time', async () => {
    expect(await partitions()).toEqual([0, 1, 2].map(partitionOf));
    await superuser.query(`INSERT INTO note VALUES ($1, 'DONE'), ($2, 'DONE')`, [newId(), idOf(month(-100))]);
    await superuser.query('DELETE FROM note');
  });

  it('loses the months whose last row is old enough, and gets the months to come', async () => {
    await startWithMonths(-8, -7, -2);
    await superuser.query(
      `UPDATE note SET status = 'RUNNING' WHERE id = (SELECT id FROM ${partitionOf(-7)})`,
    );
    const app = await keepNotes(100);
    await until('the old month is dropped', async () => !(await partitions()).includes(partitionOf(-8)));
    await until('the months to come are there', async () => (await partitions()).includes(partitionOf(2)));
    nextRound(app);
    await app.close();
    // The month with a running note stays.
    expect(await partitions()).toEqual([-7, -2, 0, 1, 2].map(partitionOf));
    await superuser.query(`UPDATE note SET status = 'DONE' WHERE status = 'RUNNING'`);
    await tell('note', 'Lost a month at', 2);
    await keepNotes(100);
    const isGone = async () =>
      (await superuser.query(`SELECT to_regclass('${partitionOf(-7)}') AS name`)).rows[0].name === null;
    await until('its month is dropped once it has ended', isGone);
    expect(await partitions()).toEqual([-2, 0, 1, 2].map(partitionOf));
    expect((await superuser.query('SELECT 1 FROM note')).rowCount).toBe(1);
  });

  it('loses one month a day, a week after it was found to be old: the clock of Postgres may be wrong', async () => {
    await startWithMonths(-30, -29, -28);
    for (const offset of [-30, -29, -28])
      await owner.query(`COMMENT ON TABLE ${partitionOf(offset)} IS NULL`);
    const system = new Client({ connectionString: servers.database.systemUrl });
    await system.connect();
    /** Whatever there is to do now, as many calls as it takes. */
    const changes = async (): Promise<string[]> => {
      const { rows } = await system.query<{ change: string | null }>('SELECT maintain_note(100) AS change');
      const change = rows[0]?.change;
      return change ? [change, ...(await changes())] : [];
    };
    try {
      const old = [-30, -29, -28].map(partitionOf);
      expect((await changes()).filter((change) => !change.startsWith('added'))).toEqual(
        old.map((name) => `marked ${name}`),
      );
      for (const name of old) await tell(name, 'Old enough since', 6.9);
      expect(await changes()).toEqual([]);
      for (const name of old) await tell(name, 'Old enough since', 7.1);
      expect(await changes()).toEqual([`detached ${old[0]}`, `dropped ${old[0]}`]);
      await tell('note', 'Lost a month at', 0.9);
      expect(await changes()).toEqual([]);
      await tell('note', 'Lost a month at', -400); // the clock was put back since
      expect(await changes()).toEqual([`detached ${old[1]}`, `dropped ${old[1]}`]);
      await tell(old[2] ?? '', 'Old enough since', -400);
      expect(await changes()).toEqual([`marked ${old[2]}`]);
    } finally {
      await system.end();
    }
  });

  it('keeps its rows for ever where that is wanted', async () => {
    await startWithMonths(-80);
    const app = await keepNotes(0);
    await until('the months to come are there', async () => (await partitions()).length === 4);
    nextRound(app);
    await app.close();
    expect(await partitions()).toEqual([-80, 0, 1, 2].map(partitionOf));
  });

  it('holds nobody up for long while a month cannot be dropped, which happens in a later round', async () => {
    await startWithMonths(-8, 0, 1, 2);
    await superuser.query('BEGIN');
    await superuser.query(`UPDATE note SET status = 'OLD'`);
    const app = await keepNotes(100);
    for (let round = 0; round < 3; round += 1) {
      nextRound(app);
      const isWaiting = `SELECT 1 FROM pg_locks WHERE relation = 'note'::regclass AND mode = 'AccessExclusiveLock'`;
      await until('the round waits for its lock', async () => (await superuser.query(isWaiting)).rowCount);
      // It waits behind the round, and would fail after the 2 s for which the role waits for a lock.
      const asked = performance.now();
      await other.query(`INSERT INTO note VALUES ($1, 'RUNNING')`, [newId()]);
      if (IS_FULL) expect(performance.now() - asked).toBeLessThan(1000);
    }
    await superuser.query('COMMIT');
    nextRound(app);
    await until('the old month is dropped', async () => !(await partitions()).includes(partitionOf(-8)));
  });

  it('is changed by no role of the service but by this function, and not by the app role', async () => {
    await expect(other.query('SELECT maintain_note(1)')).rejects.toThrow('permission denied');
    const system = new Client({ connectionString: servers.database.systemUrl });
    await system.connect();
    try {
      await expect(system.query(`DROP TABLE ${partitionOf(0)}`)).rejects.toThrow('must be owner');
      await expect(system.query(`SELECT * FROM ${partitionOf(0)}`)).rejects.toThrow('permission denied');
      for (const days of [-1, null, 1])
        await expect(system.query('SELECT maintain_note($1) AS change', [days])).resolves.toMatchObject({
          rows: [{ change: null }],
        });
    } finally {
      await system.end();
    }
  });
});

it('deletes all expired idempotency keys in one round, however many, and no others', async () => {
  await superuser.query(
    `INSERT INTO idempotency (workspace_id, route, key, request_hash, answer, created_at)
     SELECT gen_random_uuid(), 'r', n::text, 'h', '"x"', now() - interval '25 hours' FROM generate_series(1, 25000) n`,
  );
  await superuser.query(
    `INSERT INTO idempotency (workspace_id, route, key, request_hash, created_at)
     VALUES (gen_random_uuid(), 'r', 'young', 'h', now() - interval '23 hours')`,
  );
  const app = await keepNotes(0);
  const keys = async () => (await superuser.query('SELECT key FROM idempotency LIMIT 2')).rows;
  await until('a key is left', async () => (await keys()).length === 1);
  expect(await keys()).toEqual([{ key: 'young' }]);
  await app.close();
});

it('deletes some of many rows when its time is over, and goes on next time', async () => {
  const database = (await openOwner([])).get(Database);
  await superuser.query('DELETE FROM idempotency');
  await superuser.query(
    `INSERT INTO idempotency (workspace_id, route, key, request_hash)
     SELECT gen_random_uuid(), 'many', n::text, 'h' FROM generate_series(1, 2500) n`,
  );
  const left = async (): Promise<number> =>
    (await superuser.query<{ count: number }>('SELECT count(*)::int FROM idempotency')).rows[0]!.count;
  await purge(database, 'idempotency', `route = 'many'`, performance.now());
  expect(await left()).toBe(1500);
  await purge(database, 'idempotency', `route = 'many'`);
  expect(await left()).toBe(0);
});
