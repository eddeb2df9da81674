// Tests that a move works on one connection to Postgres, and refuses a pooler in transaction mode, with one that stands in for
// PgBouncer: it gives each transaction the next of its connections.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { newId } from '#platform/context';
import { isolateWorkspaces } from '#platform/database';
import { startOwnerServers, type OwnerServers } from '#testing/servers';
import type { MovedTable } from '../src/moves/moved-tables.rules.ts';
import { OwnerDatabase } from '../src/moves/owner-database.client.ts';

/** AuthenticationOk and ReadyForQuery. */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
/** ReadyForQuery, outside of a transaction. */
const IS_FREE = Buffer.from('Z\0\0\0\x05I', 'latin1');
const NOTE = { name: 'note', columns: [{ name: 'workspace_id', type: 'uuid' }] };
const COUNT = { name: 'count', columns: [...NOTE.columns, { name: 'slot', type: 'int' }] };

let servers: OwnerServers;
const poolers: Server[] = [];
const backends: Client[] = [];

beforeAll(async () => {
  servers = await startOwnerServers('notifications', []);
  const owner = await connect();
  await owner.query(`
    CREATE TABLE outbox (kind text, payload jsonb);
    CREATE TABLE erased_workspace (id uuid);
    CREATE TABLE note (workspace_id uuid);
    CREATE TABLE count (workspace_id uuid, slot int);
    ${['note', 'count'].map((table) => isolateWorkspaces(table, 'notifications_app', 'notifications_system')).join('')}`);
});
afterAll(async () => {
  for (const pooler of poolers) pooler.close();
  for (const backend of backends) backend.connection.stream.destroy();
  await servers?.close();
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: servers.database.ownerUrl });
  client.on('error', () => undefined);
  backends.push(client);
  await client.connect();
  return client;
}

/** Starts a pooler for one client, with some connections to Postgres; gives its address. */
async function startPooler(count: number): Promise<string> {
  const free: Socket[] = [];
  for (let n = 0; n < count; n += 1) free.push((await connect()).connection.stream as Socket);
  const pooler = createServer((client) => {
    let taken: Socket | undefined;
    for (const backend of free) {
      backend.removeAllListeners('data').on('data', (answer: Buffer) => {
        client.write(answer);
        if (!answer.subarray(-IS_FREE.length).equals(IS_FREE)) return;
        free.push(backend);
        taken = undefined;
      });
    }
    client.once('data', () => {
      client.write(WELCOME); // to the startup message
      client.on('data', (request: Buffer) => {
        if (request.toString('latin1', 0, 1) === 'X') return client.end();
        taken ??= free.shift();
        return taken!.write(request);
      });
    });
  });
  poolers.push(pooler);
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  const { port } = pooler.address() as AddressInfo;
  return Object.assign(new URL(servers.database.ownerUrl), { port }).href;
}

/** Connects for a workspace, each time another one, because the connections of a pooler keep the lock. */
const open = (url: string, workspaceId: string): Promise<OwnerDatabase> =>
  OwnerDatabase.open(url, 'notifications', workspaceId);

async function rowsOf(database: OwnerDatabase, table: MovedTable = NOTE): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const rows of database.rows(table)) all.push(rows);
  return all;
}

it('a move reads and writes the rows of its workspace, also through a pooler that does not change the connection', async () => {
  for (const url of [servers.database.ownerUrl, await startPooler(1)]) {
    const workspaceId = newId();
    const database = await open(url, workspaceId);
    await database.insert(NOTE, [[workspaceId, workspaceId]]);
    await database.clear(NOTE);
    expect(await database.count(NOTE)).toBe(0);
    await database.insert(NOTE, [[workspaceId]]);
    expect(await database.count(NOTE)).toBe(1);
    await database.takeSnapshot();
    expect(await database.count(NOTE)).toBe(1);
    expect(await rowsOf(database)).toEqual([[[workspaceId]]]);
    await database.close();
  }
});

it('a move reads slot 0 of a count first, to which the other cell adds the others', async () => {
  const workspaceId = newId();
  const database = await open(servers.database.ownerUrl, workspaceId);
  await database.insert(COUNT, [Array.from('702', () => workspaceId), [...'702']]);
  await database.takeSnapshot();
  expect(await rowsOf(database, COUNT)).toEqual([[expect.any(Array), [...'027']]]);
  await database.close();
});

it('a move through a pooler that changes the connection is refused by each of its steps', async () => {
  const steps: ((database: OwnerDatabase) => Promise<unknown>)[] = [
    (database) => database.unfinished(),
    (database) => database.takeSnapshot(),
    (database) => database.count(NOTE),
    (database) => database.clear(NOTE),
    (database) => database.welcome(),
    (database) => database.insert(NOTE, [[newId()]]),
    (database) => database.raiseNumbers(),
  ];
  const ends: unknown[] = [];
  for (const step of steps) {
    const database = await open(await startPooler(2), newId());
    ends.push(
      await step(database).then(
        (answer) => ({ answer }),
        (error: unknown) => error,
      ),
    );
    await database.close();
  }
  const message = expect.stringContaining('pooler') as string;
  expect(ends).toEqual(
    steps.map(() => expect.objectContaining({ code: 'InvalidState', message }) as unknown),
  );
});
