// Starts the servers for a test of one owner: Postgres with the migrated database of the owner, Redis and NATS.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MigrationInterface } from 'typeorm';
import { applyMigrations } from '#platform/migrations';
import type { BusVariables } from './nats.ts';
import { prepareDatabase, type Owner, type OwnerDatabase } from './owner-database.ts';
import { loadSecrets } from './secrets.ts';
import { startServers, stopServers, type Servers, type ServersOptions } from './servers.ts';

/** The servers of one owner in a test. */
export interface OwnerServers extends Servers {
  /** The owner’s variables, for its configuration schema. */
  variables: BusVariables & Record<'DATABASE_URL' | 'DATABASE_SYSTEM_URL', string> & { REDIS_URL?: string };
  database: OwnerDatabase;
  /** Stops everything and removes its data. */
  close(): Promise<void>;
}

/** Starts servers for one owner and migrates its database. Takes about two seconds; once per test file. */
export async function startOwnerServers(
  owner: Owner,
  migrations: (new () => MigrationInterface)[],
  options: Pick<ServersOptions, 'testingUser'> = {},
): Promise<OwnerServers> {
  const dir = await temporaryFolder(owner);
  const secrets = await loadSecrets(dir);
  const servers = await startServers({ ...options, dir, secrets });
  const close = async (): Promise<void> => {
    await stopServers(servers);
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const database = await prepareDatabase(servers.postgres, owner, secrets);
    await applyMigrations(database.ownerUrl, owner, migrations);
    const variables = {
      ...servers.nats.variables(owner),
      DATABASE_URL: database.appUrl,
      DATABASE_SYSTEM_URL: database.systemUrl,
      ...(owner !== 'auth' && { REDIS_URL: servers.redis.url(owner) }),
    };
    return { ...servers, variables, database, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates a temporary folder for the data of a test. When this process is killed, the next `npm test` removes it. */
export function temporaryFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `shelfscribe-tmp-${process.pid}-${name}-`));
}
