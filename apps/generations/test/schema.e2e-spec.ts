// Tests the migrations of the generations service, and that its entities describe the migrated tables.
import { IdempotencyEntity } from '#platform/idempotency';
import { OutboxEntity } from '#platform/outbox';
import { keyPlanFaults } from '#testing/plans';
import { migrationFaults, schemaDrift, startOwnerServers, type OwnerServers } from '#testing/servers';
import { IS_OPEN } from '../src/generation-record/index.ts';
import { ENTITIES } from '../src/generations.module.ts';
import { MIGRATIONS } from '../src/migrations/index.ts';

let servers: OwnerServers;
beforeAll(async () => {
  servers = await startOwnerServers('generations', []);
});
afterAll(() => servers?.close());

it('no migration stops the release that serves', async () => {
  expect(await migrationFaults(servers.database.ownerUrl, 'generations', MIGRATIONS)).toEqual([]);
});

it('rows of a month without statistics are found by their keys', async () => {
  const name = 'generation';
  const open = { name, key: ['id'], condition: `id = $1 AND ${IS_OPEN}` };
  const several = {
    name,
    key: ['workspace_id', 'id'],
    condition: 'workspace_id = $1 AND id = ANY ($2::uuid[])',
  };
  expect(await keyPlanFaults(servers.database.ownerUrl, [open, several])).toEqual([]);
});

it('every column of the generations service has a property with its type, nullability and place in the primary key', async () => {
  const entities = [...ENTITIES, IdempotencyEntity, OutboxEntity];
  expect(await schemaDrift(servers.database.ownerUrl, entities)).toEqual([]);
});
