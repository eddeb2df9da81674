// Tests the migrations of notifications, and that its entities describe the migrated tables.
import { keyPlanFaults } from '#testing/plans';
import { migrationFaults, schemaDrift, startOwnerServers, type OwnerServers } from '#testing/servers';
import { MIGRATIONS } from '../src/migrations/index.ts';
import { ENTITIES } from '../src/notifications.module.ts';

let servers: OwnerServers;
beforeAll(async () => {
  servers = await startOwnerServers('notifications', []);
});
afterAll(() => servers?.close());

it('no migration stops the release that serves', async () => {
  expect(await migrationFaults(servers.database.ownerUrl, 'notifications', MIGRATIONS)).toEqual([]);
});

it('rows of a month without statistics are found by their keys', async () => {
  expect(await keyPlanFaults(servers.database.ownerUrl)).toEqual([]);
});

it('every column of notifications has a property with its type, nullability and place in the primary key', async () => {
  expect(await schemaDrift(servers.database.ownerUrl, ENTITIES)).toEqual([]);
});
