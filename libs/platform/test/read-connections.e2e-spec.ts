// Tests reads that share connections to a real Postgres: each gets its own answer, and failures stay apart.
import { Client, type QueryResult } from 'pg';
import { DatabaseClient } from '../src/fast/database-client.ts';
import { ReadConnections } from '../src/fast/read-connections.ts';
import { toAppError } from '#platform/errors';
import { startOwnerServers, type OwnerServers } from '#testing/servers';

const WORKSPACE = `SELECT current_setting('app.workspace_id', true) AS bound,
  set_config('app.workspace_id', $1, true) AS workspace, pg_sleep($2::float8) IS NULL AS slept`;

let servers: OwnerServers;
let readers: ReadConnections;
beforeAll(async () => {
  servers = await startOwnerServers('auth', []);
});
afterAll(() => servers.close());
beforeEach(() => {
  readers = new ReadConnections({
    connectionString: servers.variables.DATABASE_URL,
    application_name: 'reads',
  });
});
afterEach(() => readers.close());

const read = (workspace: string, seconds = 0) =>
  readers.query<{ bound: string | null; workspace: string }>(WORKSPACE, [workspace, seconds]);

const code = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
    return 'answered';
  } catch (error) {
    return toAppError(error).code;
  }
};

it('answers each of many simultaneous reads with its own rows, on at most four connections', async () => {
  const names = Array.from({ length: 200 }, (_, nth) => `workspace-${nth}`);
  const answers = await Promise.all(names.map((name) => read(name)));
  expect(answers.map(([row]) => row?.workspace)).toEqual(names);
  // The workspace that a read binds is unbound after it: the next read on the connection finds none.
  expect(new Set(answers.map(([row]) => row?.bound ?? ''))).toEqual(new Set(['']));
  expect(await connections()).toBeLessThanOrEqual(4);
});

it('fails only the read whose statement fails', async () => {
  await read('first');
  const wrong = readers.query('SELECT 1 / $1::int', [0]);
  const [failed, ...others] = await Promise.all([code(wrong), code(read('a')), code(read('b'))]);
  expect(failed).toBe('InternalFault');
  expect(others).toEqual(['answered', 'answered']);
});

it('fails the reads of a broken connection with a transient error, and opens a new connection', async () => {
  await read('first');
  const long = code(read('long', 30));
  await terminateConnections('reads');
  expect(await long).toBe('Unavailable');
  expect(await code(read('after'))).toBe('answered');
});

it('gives up a read that takes too long, and the reads that wait behind it, but no other connection', async () => {
  const other = new DatabaseClient({ connectionString: servers.variables.DATABASE_URL, pipeline: true });
  const answer = async (): Promise<object> => (await (other.query('SELECT 1') as Promise<QueryResult>)).rows;
  await other.connect();
  await answer();
  // Postgres would end a statement of the role only after 5 s, and only this one statement.
  const long = read('long', 30).catch((error: Error) => error.message);
  const behind = code(read('behind'));
  expect(await Promise.all([long, behind])).toEqual(['Query read timeout', 'Unavailable']);
  expect(await code(read('after'))).toBe('answered');
  expect(await answer()).toHaveLength(1);
  await other.end();
});

async function connections(): Promise<number> {
  const rows = await asSuperuser(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'reads'`);
  return rows.length;
}

/** Ends the active connections of a name from the server's side. */
async function terminateConnections(name: string): Promise<void> {
  await asSuperuser(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${name}' AND state = 'active'`,
  );
}

async function asSuperuser(text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: servers.postgres.superuserUrl('auth') });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}
