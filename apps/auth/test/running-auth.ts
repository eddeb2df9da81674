// A running auth on servers of its own: what the tests of this folder stand on.
import type { INestApplicationContext } from '@nestjs/common';
import { Pool } from 'pg';
import { openService } from '#platform/boot';
import { Bus, BusConnection } from '#platform/messaging';
import { startOwnerServers, type OwnerServers } from '#testing/harness';
import type { BusUser } from '#testing/nats';
import { AuthModule } from '../src/auth.module.ts';
import { configSchema } from '../src/config.ts';
import { MIGRATIONS } from '../src/migrations/index.ts';

export const KEYS_SECRET = 'a secret for tests that nobody else would use';

/** A running auth. */
export interface RunningAuth {
  servers: OwnerServers;
  app: INestApplicationContext;
  /** The tables' owner, who may do anything with them. */
  owner: Pool;
  /** A client of the bus with the rights of another process. */
  busOf(user: BusUser): Promise<Bus>;
  close(): Promise<void>;
}

/** Starts servers and an auth on them; nothing is left running when that fails. */
export async function startAuth(): Promise<RunningAuth> {
  const servers = await startOwnerServers('auth', MIGRATIONS);
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
  });
  const app = await openService({ name: 'auth', module: AuthModule.forRoot(config), config });
  const owner = new Pool({ connectionString: servers.database.ownerUrl, max: 1 });
  const clients: BusConnection[] = [];
  return {
    servers,
    app,
    owner,
    async busOf(user) {
      const connection = await BusConnection.open(servers.nats.variables(user), user);
      clients.push(connection);
      return new Bus(connection);
    },
    async close() {
      await Promise.all(clients.map((client) => client.onApplicationShutdown()));
      await owner.end();
      await app.close();
      await servers.close();
    },
  };
}
