// Tests the migrations of the catalogue, and that its entities describe the migrated tables.
import { keyPlanFaults } from '#testing/plans';
import { migrationFaults, schemaDrift, startOwnerServers, type OwnerServers } from '#testing/servers';
import { ENTITIES } from '../src/catalogue.module.ts';
import { MIGRATIONS } from '../src/migrations/index.ts';

let servers: OwnerServers;
beforeAll(async () => {
  servers = await startOwnerServers('catalogue', []);
});
afterAll(() => servers?.close());

it('no migration stops the release that serves', async () => {
  expect(await migrationFaults(servers.database.ownerUrl, 'catalogue', MIGRATIONS)).toEqual([]);
});

it('rows of a month without statistics are found by their keys', async () => {
  expect(await keyPlanFaults(servers.database.ownerUrl)).toEqual([]);
});

it('every column of the catalogue has a property with its type, nullability and place in the primary key', async () => {
  expect(await schemaDrift(servers.database.ownerUrl, ENTITIES)).toEqual([]);
});
