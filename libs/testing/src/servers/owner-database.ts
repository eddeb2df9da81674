// Creates the database of an owner with its three roles and their rights, from the files in deploy/postgres.
import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { deployFile } from './programs.ts';
import type { PostgresServer } from './postgres.ts';
import type { Secrets } from './secrets.ts';

/** The services that own tables. */
export const OWNERS = ['auth', 'catalogue', 'generations', 'notifications'] as const;
/** A service that owns tables. */
export type Owner = (typeof OWNERS)[number];

/** Addresses of an owner's database, one per role. */
export type OwnerDatabase = Record<'ownerUrl' | 'appUrl' | 'systemUrl', string>;

/**
 * Creates the database and the roles of an owner where they are missing, and sets their rights. `superuserUrl` may name
 * any role with CREATEROLE and CREATEDB, as in a managed Postgres.
 */
export async function prepareDatabase(
  server: Pick<PostgresServer, 'port' | 'superuserUrl'>,
  owner: Owner,
  secrets: Secrets,
): Promise<OwnerDatabase> {
  const password = passwordsOf(owner, secrets);
  const settings = {
    'setup.name': owner,
    'setup.owner_password': password('owner'),
    'setup.app_password': password('app'),
    'setup.system_password': password('system'),
  };
  await asAdministrator(server.superuserUrl('postgres'), settings, async (client) => {
    await client.query(await readFile(deployFile('postgres/roles.sql'), 'utf8'));
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [owner]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(owner)}`);
  });
  await asAdministrator(server.superuserUrl(owner), settings, async (client) => {
    await client.query(await readFile(deployFile('postgres/database.sql'), 'utf8'));
  });
  return databaseAddresses(server.port, owner, secrets);
}

/** The addresses of an owner's database on a Postgres of this machine. */
export function databaseAddresses(port: number, owner: Owner, secrets: Secrets): OwnerDatabase {
  const password = passwordsOf(owner, secrets);
  const url = (role: string): string =>
    `postgres://${owner}_${role}:${password(role)}@127.0.0.1:${port}/${owner}`;
  return { ownerUrl: url('owner'), appUrl: url('app'), systemUrl: url('system') };
}

function passwordsOf(owner: Owner, secrets: Secrets): (role: string) => string {
  return (role) => secrets(`postgres-${owner}-${role}`);
}

async function asAdministrator(
  connectionString: string,
  settings: Record<string, string>,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    for (const setting of Object.entries(settings)) {
      await client.query('SELECT set_config($1, $2, false)', setting);
    }
    await work(client);
  } finally {
    await client.end();
  }
}
