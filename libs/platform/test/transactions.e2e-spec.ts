// Tests transactions: their callbacks, in which an error changes nothing for the caller or the others, and their connection's loss.
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { openWorker } from '#platform/boot';
import { databaseConfig, processConfig } from '#platform/config';
import { newId } from '#platform/context';
import { Database, DatabaseModule, type Transaction } from '#platform/database';
import { toAppError } from '#platform/errors';
import { startOwnerServers, type OwnerServers } from '#testing/servers';
import { until } from '#testing/until';

let servers: OwnerServers;
let app: INestApplicationContext;
beforeAll(async () => {
  servers = await startOwnerServers('auth', []);
  const config = z
    .object({ ...processConfig, ...databaseConfig })
    .parse({ ...servers.variables, LOG_LEVEL: 'error' });
  class TestModule {}
  const module = { module: TestModule, imports: [DatabaseModule.forRoot(config, 'auth')] };
  app = await openWorker({ name: 'auth', module, config });
});
afterAll(async () => {
  await app?.close();
  await servers?.close();
});

it('returns the result of a committed transaction although a callback throws, and runs the other callbacks', async () => {
  const database = app.get(Database, { strict: false });
  const called: string[] = [];
  const result = await database.asSystem((tx) => {
    database.afterCommit(tx, () => {
      throw new Error('the bus is closed');
    });
    database.afterCommit(tx, () => called.push('second'));
    return Promise.resolve('committed');
  });
  expect([result, called]).toEqual(['committed', ['second']]);
});

it('gives a connection for computed answers another one in its place after some hundred uses', async () => {
  const database = app.get(Database, { strict: false });
  const connections = new Set<number>();
  for (let n = 0; n < 501; n += 1) {
    const [row] = await database.readAlone<{ pid: number }>(newId(), 'SELECT pg_backend_pid() AS pid', []);
    connections.add(row!.pid);
  }
  expect(connections.size).toBe(2);
});

it('begins a transaction at Postgres with its first statement: TypeORM still sends the text by which it is known', async () => {
  const database = app.get(Database, { strict: false });
  const open = async (): Promise<number> => {
    const [row] = await database.system<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity
       WHERE application_name = 'auth-system' AND state = 'idle in transaction'`,
    );
    return row!.count;
  };
  await database.asSystem(async (tx) => {
    expect(await open()).toBe(0);
    await tx.query('SELECT 1');
    expect(await open()).toBe(1);
  });
});

it('commits nothing, and fails with its error, when a last statement fails, which leave with the COMMIT', async () => {
  const database = app.get(Database, { strict: false });
  const called: string[] = [];
  const change = (...last: string[]): Promise<unknown> =>
    database.asApp(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(7)');
      database.afterCommit(tx, () => called.push('committed'));
      for (const text of last)
        database.beforeCommit(tx, async () => {
          await tx.query(text);
          called.push(text);
        });
      return last.length;
    });
  await expect(change('SELECT 1 / 0', 'SELECT 2')).rejects.toThrow('division by zero');
  await expect(change('SELECT 3', 'SELECT 1 / 0')).rejects.toThrow('division by zero');
  expect(await change('SELECT 4', 'SELECT 5')).toBe(2);
  expect(called).toEqual(['SELECT 3', 'SELECT 4', 'SELECT 5', 'committed']);
});

it('fails with the error of the binding, not with that of the first statement behind it', async () => {
  const database = app.get(Database, { strict: false });
  const unbound = database.forWorkspace(
    '0193a0b0-0000-7000-8000-000000000001',
    (tx) => tx.query('SELECT 1'),
    '\0',
  );
  await expect(unbound).rejects.toThrow('invalid byte sequence');
});

it('runs no callback of a transaction that was rolled back', async () => {
  const database = app.get(Database, { strict: false });
  const called: string[] = [];
  const failing = database.asSystem((tx) => {
    database.afterCommit(tx, () => called.push('never'));
    return Promise.reject(new Error('refused'));
  });
  await expect(failing).rejects.toThrow('refused');
  expect(called).toEqual([]);
});

it.each([
  ['the next statement', (tx: Transaction) => tx.query('SELECT 1')],
  ['the commit', () => Promise.resolve()],
])('refuses %s as unavailable when the connection has broken after another', async (_, work) => {
  const database = app.get(Database, { strict: false });
  const broken = database.asSystem(async (tx) => {
    const [{ pid }] = await tx.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
    await database.system('SELECT pg_terminate_backend($1)', [pid]);
    await until('the break is known', () => Promise.resolve(tx.queryRunner?.isReleased === true));
    await work(tx);
  });
  expect(toAppError(await broken.catch((error: unknown) => error)).code).toBe('Unavailable');
});
