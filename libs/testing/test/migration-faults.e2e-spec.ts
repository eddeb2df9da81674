// Breaks each rule of migrations once, on a real Postgres.
import { Client } from 'pg';
import { migrationFaults, startOwnerServers, type OwnerServers } from '#testing/servers';

let servers: OwnerServers;
let owner: Client;
beforeAll(async () => {
  servers = await startOwnerServers('auth', []);
  owner = new Client({ connectionString: servers.database.ownerUrl });
  await owner.connect();
});
afterEach(() => owner.query('DROP TABLE IF EXISTS note, migrations'));
afterAll(async () => {
  await owner?.end();
  await servers?.close();
});

/** A migration that runs these statements. */
function migration(name: string, statements: string[], transaction = true) {
  return class {
    readonly name = name;
    readonly transaction = transaction;
    async up(runner: { query(text: string): Promise<unknown> }): Promise<void> {
      for (const statement of statements) await runner.query(statement);
    }
    async down(): Promise<void> {}
  };
}

const CREATE = `CREATE TABLE note (id int PRIMARY KEY, size int); ALTER TABLE note ALTER size TYPE bigint;
  CREATE INDEX note_size ON note (size)`;
const DROP = 'DROP INDEX CONCURRENTLY IF EXISTS note_late';

it.each<[string, string[], boolean, string[]]>([
  [
    'may add a column with a constant default',
    [`ALTER TABLE note ADD kind text NOT NULL DEFAULT 'a'`],
    true,
    [],
  ],
  ['may create an index concurrently', [DROP, 'CREATE INDEX CONCURRENTLY note_late ON note (id)'], false, []],
  [
    'may not change the type of a column',
    ['ALTER TABLE note ALTER size TYPE text'],
    true,
    ['creates note_size while nobody can write note', 'writes note anew', 'writes note_pkey anew'],
  ],
  [
    'may not add a column with a default of its own for each row',
    ['ALTER TABLE note ADD key uuid NOT NULL DEFAULT gen_random_uuid()'],
    true,
    ['writes note anew', 'writes note_pkey anew', 'writes note_size anew'],
  ],
  [
    'may not create an index that stops writes',
    ['CREATE INDEX note_late ON note (id)'],
    true,
    ['creates note_late while nobody can write note'],
  ],
  [
    'may not add a constraint with an index that stops writes',
    ['ALTER TABLE note ADD UNIQUE (size)'],
    true,
    ['creates note_size_key while nobody can write note'],
  ],
  [
    'may not do anything else without a transaction',
    [DROP, 'CREATE INDEX note_late ON note (id)'],
    false,
    ['needs a transaction for CREATE INDEX note_late ON note (id)'],
  ],
  [
    'may not leave half an index behind',
    ['CREATE INDEX CONCURRENTLY note_late ON note (id)'],
    false,
    ['does not drop what an interrupted run left'],
  ],
])('a migration of a table in use %s', async (_name, statements, transaction, expected) => {
  const all = [
    migration('First1795240000001', [CREATE]),
    migration('Next1795240000002', statements, transaction),
  ];
  const faults = await migrationFaults(servers.database.ownerUrl, 'auth', all);
  expect(faults.toSorted()).toEqual(expected.map((fault) => `Next1795240000002 ${fault}`));
});
