// Tests that the entities of the catalogue describe its migrated tables.
import { schemaDrift, startOwnerServers, type OwnerServers } from '#testing/servers';
import { ENTITIES } from '../src/catalogue.module.ts';
import { MIGRATIONS } from '../src/migrations/index.ts';

let servers: OwnerServers;
beforeAll(async () => {
  servers = await startOwnerServers('catalogue', MIGRATIONS);
}, 60_000);
afterAll(() => servers?.close(), 30_000);

it('every column of the catalogue has a property with its type, nullability and place in the primary key', async () => {
  expect(await schemaDrift(servers.database.ownerUrl, ENTITIES)).toEqual([]);
});
