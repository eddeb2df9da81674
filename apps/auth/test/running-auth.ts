// Starts auth on servers of its own, for the tests of this folder.
import type { INestApplicationContext } from '@nestjs/common';
import { Pool } from 'pg';
import { openService } from '#platform/boot';
import { newId } from '#platform/context';
import { type Bus, BusConnection } from '#platform/messaging';
import { PatientBus } from '#testing/messaging';
import { startOwnerServers, type BusUser, type OwnerServers } from '#testing/servers';
import { AccountsService, type NewAccount } from '../src/accounts/accounts.service.ts';
import { AuthModule } from '../src/auth.module.ts';
import { configSchema } from '../src/config.ts';
import { MIGRATIONS } from '../src/migrations/index.ts';

export const KEYS_SECRET = 'a secret for tests that nobody else would use';
/** The password of every account, unless a test says otherwise. */
export const PASSWORD = 'correct horse battery staple';

/**
 * Lists the connections that wait for a lock of the one that asks. In its transaction pg_stat_activity would show again and
 * again what it showed first.
 */
export const BLOCKED = `SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`;

/** A running auth. */
export interface RunningAuth {
  servers: OwnerServers;
  app: INestApplicationContext;
  /** Connects as the owner of the tables, whose privileges are unrestricted. */
  owner: Pool;
  /** A bus client with the permissions of another process. */
  busOf(user: BusUser | 'testing'): Promise<Bus>;
  /** Creates or updates an account with a workspace; a field that is not given has a default. */
  putAccount(fields?: Partial<NewAccount>): Promise<NewAccount>;
  close(): Promise<void>;
}

/** Starts servers and auth on them, which is open to registrations; stops the servers when auth fails to start. */
export async function startAuth(): Promise<RunningAuth> {
  const servers = await startOwnerServers('auth', MIGRATIONS, { testingUser: true });
  try {
    return await startOn(servers);
  } catch (error) {
    await servers.close();
    throw error;
  }
}

async function startOn(servers: OwnerServers): Promise<RunningAuth> {
  const config = configSchema.parse({
    ...servers.variables,
    LOG_LEVEL: 'error',
    DATABASE_POOL: 20,
    KEYS_SECRET,
    REGISTRATION: 'open',
  });
  const app = await openService({ name: 'auth', module: AuthModule.forRoot(config), config });
  const owner = new Pool({ connectionString: servers.database.ownerUrl, max: 1 });
  // Its end does not wait for the connection's own, so Postgres may end that first. Queries have their errors themselves.
  owner.on('error', () => undefined);
  const clients: BusConnection[] = [];
  return {
    servers,
    app,
    owner,
    async busOf(user) {
      const connection = await BusConnection.open(servers.nats.variables(user), user);
      clients.push(connection);
      return new PatientBus(connection);
    },
    async putAccount(fields = {}) {
      const account = { ...newAccount(), ...fields };
      await app.get(AccountsService, { strict: false }).put(account);
      return account;
    },
    async close() {
      await Promise.all(clients.map((client) => client.onApplicationShutdown()));
      await owner.end();
      await app.close();
      await servers.close();
    },
  };
}

function newAccount(): NewAccount {
  const accountId = newId();
  return {
    accountId,
    email: `${accountId}@example.com`,
    password: PASSWORD,
    name: 'Ana Example',
    locale: 'zh',
    workspaceId: newId(),
    workspaceName: 'Ana’s shelf',
    marketplace: 'DE',
  };
}
