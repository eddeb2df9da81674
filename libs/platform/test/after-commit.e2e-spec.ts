// Tests the callbacks of a committed transaction: an error in one of them changes nothing for the caller or the others.
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { openWorker } from '#platform/boot';
import { databaseConfig, processConfig } from '#platform/config';
import { Database, DatabaseModule } from '#platform/database';
import { startOwnerServers, type OwnerServers } from '#testing/servers';

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
}, 60_000);
afterAll(async () => {
  await app?.close();
  await servers?.close();
}, 30_000);

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
