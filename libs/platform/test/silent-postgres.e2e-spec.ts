// Tests connections to Postgres that fall silent without a reset, as when the machine of the server vanishes.
import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { openWorker } from '#platform/boot';
import { databaseConfig, processConfig } from '#platform/config';
import { Database, DatabaseModule } from '#platform/database';
import { answered } from '#testing/answers';
import { FaultProxy } from '#testing/neighbours';
import { IS_FULL } from '#testing/size';
import { startOwnerServers, type OwnerServers } from '#testing/servers';

/** In npm test the machine is full. Without a limit of ours, connections would be silent for a quarter of an hour. */
const LIMIT_MS = IS_FULL ? 15_000 : 100_000;

let servers: OwnerServers;
let proxy: FaultProxy;
let app: INestApplicationContext;
beforeAll(async () => {
  servers = await startOwnerServers('auth', []);
  const { DATABASE_URL, DATABASE_SYSTEM_URL } = servers.variables;
  proxy = await FaultProxy.open(Number(new URL(DATABASE_URL).port));
  const through = (url: string): string => Object.assign(new URL(url), { port: proxy.port }).href;
  class TestModule {}
  const config = z.object({ ...processConfig, ...databaseConfig }).parse({
    DATABASE_URL: through(DATABASE_URL),
    DATABASE_SYSTEM_URL: through(DATABASE_SYSTEM_URL),
    LOG_LEVEL: 'error',
  });
  const module = { module: TestModule, imports: [DatabaseModule.forRoot(config, 'auth')] };
  app = await openWorker({ name: 'auth', module, config });
});
afterAll(async () => {
  await proxy?.close();
  await app?.close();
  await servers?.close();
});

it('gives silent connections up together, so that new work succeeds (within 15 s on an idle machine)', async () => {
  const database = app.get(Database);
  const both = [() => database.asApp((tx) => tx.query('SELECT 1')), () => database.system('SELECT 1')];
  await Promise.all(both.flatMap((work) => Array.from({ length: 10 }, () => answered(work))));
  proxy.silence();
  const started = performance.now();
  for (const work of both) {
    // One request a second: each takes another idle connection of the pool.
    let isAnswered = false;
    while (!isAnswered && performance.now() - started < LIMIT_MS) {
      const answer = work().then(
        () => true,
        () => false,
      );
      isAnswered = await Promise.race([answer, sleep(1000, false)]);
    }
  }
  expect(performance.now() - started).toBeLessThan(LIMIT_MS);
});
