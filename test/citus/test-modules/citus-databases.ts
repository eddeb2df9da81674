// Test module: makes the database of an owner on the coordinator and the workers of Citus, migrated and with its tables distributed.
import { Client } from 'pg';
import { MIGRATIONS as CATALOGUE } from '../../../apps/catalogue/src/migrations/index.ts';
import { MIGRATIONS as GENERATIONS } from '../../../apps/generations/src/migrations/index.ts';
import { applyMigrations } from '../../../libs/platform/src/migrations/migrate.ts';
import {
  prepareDatabase as prepare,
  type OwnerDatabase,
} from '../../../libs/testing/src/servers/owner-database.ts';
import { distributionOf, TABLES } from '../harness/distribution.ts';
import type { CitusServer } from './citus-postgres.ts';

export * from '../../../libs/testing/src/servers/owner-database.ts';

/** The owners whose rows belong to workspaces and become many. The others stay on the coordinator. */
const DISTRIBUTED = { catalogue: CATALOGUE, generations: GENERATIONS };

/** The migrations run here, before anybody uses the tables; who runs them afterwards finds nothing to do. */
export const prepareDatabase: typeof prepare = async (server, owner, secrets) => {
  const database = await prepare(server, owner, secrets);
  if (owner !== 'catalogue' && owner !== 'generations') return database;
  const { workers } = server as CitusServer;
  for (const worker of workers) await prepare(worker, owner, secrets);
  for (const { superuserUrl } of [server, ...workers])
    await run(superuserUrl(owner), ['CREATE EXTENSION IF NOT EXISTS citus']);
  await run(server.superuserUrl(owner), [
    `SELECT citus_set_coordinator_host('127.0.0.1', ${server.port})`,
    ...workers.map(({ port }) => `SELECT citus_add_node('127.0.0.1', ${port})`),
  ]);
  // "could not create distributed plan": Citus chooses the shard by the values of a statement, so it plans with them.
  for (const role of ['app', 'system'])
    await run(server.superuserUrl(owner), [`ALTER ROLE ${owner}_${role} RESET plan_cache_mode`]);
  await distribute(server.superuserUrl(owner), owner, database);
  return database;
};

async function distribute(
  superuserUrl: string,
  owner: keyof typeof DISTRIBUTED,
  { ownerUrl }: OwnerDatabase,
): Promise<void> {
  const applied = await applyMigrations(ownerUrl, owner, DISTRIBUTED[owner]);
  if (applied.length === 0) return;
  const tables = (await run(superuserUrl, [TABLES])) as { name: string }[];
  await run(
    superuserUrl,
    distributionOf(
      owner,
      tables.map(({ name }) => name),
    ),
  );
}

/** Runs statements; gives the rows of the last one. */
async function run(connectionString: string, statements: readonly string[]): Promise<object[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    let rows: object[] = [];
    for (const statement of statements) ({ rows } = await client.query<object>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
