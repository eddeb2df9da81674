// Tests prepared statements and transactions of a DatabaseClient on a real Postgres.
import { Client } from 'pg';
import { DatabaseClient } from '../src/fast/database-client.ts';
import { startOwnerServers, type OwnerServers } from '#testing/servers';

let servers: OwnerServers;
let superuser: Client;
let client: DatabaseClient;
beforeAll(async () => {
  servers = await startOwnerServers('auth', []);
  superuser = new Client({ connectionString: servers.postgres.superuserUrl('auth') });
  await superuser.connect();
  await superuser.query('CREATE TABLE note (text text); GRANT ALL ON note TO PUBLIC');
});
afterAll(async () => {
  await superuser?.end();
  await servers?.close();
});
beforeEach(async () => {
  client = new DatabaseClient({ connectionString: servers.variables.DATABASE_URL, pipeline: true });
  await client.connect();
});
afterEach(() => client.end());

const ADD = 'INSERT INTO note VALUES ($1)';

async function ask<R>(text: string, values?: unknown[]): Promise<R[]> {
  const answer: Promise<{ rows: R[] } | undefined> = client.query(text, values);
  return (await answer)?.rows ?? [];
}

const notes = async (): Promise<string[]> => {
  const { rows } = await superuser.query<{ text: string }>('SELECT text FROM note ORDER BY text');
  return rows.map(({ text }) => text);
};

/** State of the connection as Postgres reports it, such as `idle in transaction`. */
async function state(): Promise<string> {
  const [own] = await ask<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const { rows } = await superuser.query<{ state: string }>(
    'SELECT state FROM pg_stat_activity WHERE pid = $1',
    [own?.pid],
  );
  return rows[0]?.state ?? 'gone';
}

afterEach(() => superuser.query('TRUNCATE note'));

it('prepares a statement with a list of values only once, whatever these are', async () => {
  const COUNT = 'SELECT count(*) FROM note';
  for (const note of ['one', 'two']) {
    await ask(ADD, [note]);
    await ask(COUNT, []);
  }
  const prepared = await ask<{ statement: string }>('SELECT statement FROM pg_prepared_statements');
  expect(prepared.map(({ statement }) => statement).toSorted()).toEqual([ADD, COUNT]);
  expect(await notes()).toEqual(['one', 'two']);
});

it('prepares a statement again after its preparation has failed', async () => {
  const late = 'SELECT text FROM later WHERE text = $1';
  await expect(ask(late, ['x'])).rejects.toThrow('relation "later" does not exist');
  await superuser.query('CREATE TABLE later (text text); GRANT ALL ON later TO PUBLIC');
  expect(await ask(late, ['x'])).toEqual([]);
});

it('still runs a prepared statement after its table has changed', async () => {
  await ask(ADD, ['before']);
  await superuser.query(`ALTER TABLE note ADD more text DEFAULT 'more'`);
  await ask(ADD, ['after']);
  expect(await notes()).toEqual(['after', 'before']);
});

it('begins a transaction with its first statement, and commits it or rolls it back', async () => {
  for (const end of ['ROLLBACK', 'COMMIT']) {
    await ask('START TRANSACTION');
    await ask(ADD, [end]);
    expect(await state()).toBe('idle in transaction');
    await ask(end);
  }
  expect(await state()).toBe('idle');
  expect(await notes()).toEqual(['COMMIT']);
});

it('rolls the whole transaction back when one of several statements sent together fails', async () => {
  await ask('START TRANSACTION');
  const together = [ask(ADD, ['first']), ask('SELECT 1 / $1::int', [0]), ask(ADD, ['last'])];
  const [first, wrong, last] = await Promise.allSettled(together);
  expect([first?.status, wrong?.status, last?.status]).toEqual(['fulfilled', 'rejected', 'rejected']);
  await ask('ROLLBACK');
  expect(await notes()).toEqual([]);
});

it('leaves other connections alone when Postgres ends one that takes too long', async () => {
  const late = new DatabaseClient({ connectionString: servers.variables.DATABASE_URL, pipeline: true });
  const { promise: isEnded, resolve } = Promise.withResolvers<void>();
  late.on('error', () => resolve());
  await late.connect();
  await ask('SELECT 1');
  await (late.query(`SET transaction_timeout = '10ms'`) as Promise<unknown>);
  const slow: Promise<unknown> = late.query('SELECT pg_sleep(1)');
  await expect(slow).rejects.toThrow(/transaction timeout/);
  await isEnded;
  expect(await ask('SELECT 1')).toHaveLength(1);
});

it('ends with the idle ones when the server takes no writes any more, because another one is the primary now', async () => {
  const idle = new DatabaseClient({ connectionString: servers.variables.DATABASE_URL, pipeline: true });
  const areEnded = [client, idle].map(
    (one) => new Promise<void>((resolve) => one.on('error', () => resolve())),
  );
  await idle.connect();
  await (idle.query('SELECT 1') as Promise<unknown>);
  await ask('SET default_transaction_read_only = on');
  await expect(ask(ADD, ['lost'])).rejects.toMatchObject({ code: '25006' });
  await Promise.all(areEnded);
  expect(await notes()).toEqual([]);
});

it('fails the first statement of a transaction when the connection broke before it', async () => {
  client.on('error', () => undefined);
  await ask('START TRANSACTION');
  client.connection.stream.destroy();
  await expect(ask(ADD, ['lost'])).rejects.toThrow();
});
