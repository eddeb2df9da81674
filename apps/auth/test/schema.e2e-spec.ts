// Tests the migrations of auth, and that its entities describe the migrated tables.
import { openService } from '#platform/boot';
import { applyMigrations } from '#platform/migrations';
import { Health } from '#platform/observability';
import { migrationFaults, schemaDrift, startOwnerServers, type OwnerServers } from '#testing/servers';
import { until } from '#testing/until';
import { AuthModule, ENTITIES } from '../src/auth.module.ts';
import { configSchema } from '../src/config.ts';
import { SigningKeysService } from '../src/keys/signing-keys.service.ts';
import { MIGRATIONS } from '../src/migrations/index.ts';
import { KEYS_SECRET } from './running-auth.ts';

let servers: OwnerServers;
beforeAll(async () => {
  servers = await startOwnerServers('auth', []);
});
afterAll(() => servers?.close());

it('no migration stops the release that serves', async () => {
  expect(await migrationFaults(servers.database.ownerUrl, 'auth', MIGRATIONS)).toEqual([]);
});

it('every column of auth has a property with its type, nullability and place in the primary key', async () => {
  expect(await schemaDrift(servers.database.ownerUrl, ENTITIES)).toEqual([]);
});

it('auth that starts before the migration waits for it unready, and makes its first key after it', async () => {
  const empty = await startOwnerServers('auth', []);
  const config = configSchema.parse({ ...empty.variables, LOG_LEVEL: 'error', KEYS_SECRET });
  const app = await openService({ name: 'auth', module: AuthModule.forRoot(config), config }).catch(
    async (error: unknown) => {
      await empty.close();
      throw error;
    },
  );
  try {
    const health = app.get(Health, { strict: false });
    expect(Object.keys(await health.problems())).toContain('schema');
    await applyMigrations(empty.database.ownerUrl, 'auth', MIGRATIONS);
    await until('auth is ready', async () => Object.keys(await health.problems()).length === 0);
    const { keys } = await app.get(SigningKeysService, { strict: false }).published(new Date());
    expect(keys).toHaveLength(1);
  } finally {
    await app.close();
    await empty.close();
  }
});
