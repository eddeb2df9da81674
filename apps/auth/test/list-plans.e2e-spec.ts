// Reads the plans of the lists of auth on tables in which others have most rows: a page reads its own rows and one more.
import { Client, escapeLiteral } from 'pg';
import { listApiKeys, listMembers, listWorkspaceApiKeys, listWorkspaces, type Actor } from '#contracts';
import type { Bus } from '#platform/messaging';
import { someone } from './people.ts';
import { startAuth, type RunningAuth } from './running-auth.ts';

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

let auth: RunningAuth;
let gateway: Bus;
let client: Client;
let actor: Actor;
beforeAll(async () => {
  auth = await startAuth();
  gateway = await auth.busOf('gateway');
  client = new Client({ connectionString: auth.servers.database.appUrl });
  await client.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  ({ actor } = await someone(auth, gateway));
  await auth.owner.query(`
    INSERT INTO account (id, email, password_hash, name)
    SELECT gen_random_uuid(), 'plan-' || nth || '@example.com', '', '' FROM generate_series(1, 5000) AS nth`);
  await auth.owner.query(`
    INSERT INTO workspace (id, name) SELECT gen_random_uuid(), 'plan' FROM generate_series(1, 5000)`);
}, 60_000);
afterAll(async () => {
  await client?.end();
  await auth?.close();
});

/** Statements of the first two pages of a list, with their values. */
async function statementsOf(list: (nextToken?: string) => Promise<{ nextToken?: string | undefined }>) {
  const sent = import.meta.jest.spyOn(Client.prototype, 'query') as unknown as jest.SpyInstance<
    unknown,
    [{ text?: string } | string, unknown[]]
  >;
  const { nextToken } = await list();
  await list(nextToken);
  const calls = [...sent.mock.calls];
  sent.mockRestore();
  return calls.flatMap(([statement, values]) => {
    const text = typeof statement === 'string' ? statement : (statement.text ?? '');
    return text.includes('"cursorId"') ? [{ text, values }] : [];
  });
}

/** Rows that a statement read from tables and indexes, under a plan made without its values. */
async function rowsRead({ text, values }: { text: string; values: unknown[] }): Promise<number> {
  const literals = values.map((value) => escapeLiteral(String(value)));
  await client.query(`PREPARE list AS ${text}`);
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE list (${literals.join(', ')})`,
  );
  await client.query('DEALLOCATE list');
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  return nodes(rows[0]!['QUERY PLAN'][0].Plan)
    .filter((node) => /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(node['Node Type']))
    .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
    .reduce((sum, read) => sum + read, 0);
}

const LIMIT = 10;
/** Rows of a page of one table, and of a page of two that are joined. */
const [ONE, JOINED] = [LIMIT + 1, 2 * (LIMIT + 1)];

it.each([
  [
    'members of a large workspace',
    `INSERT INTO membership (account_id, workspace_id, role) SELECT id, $1, 'viewer' FROM account
     WHERE id <> $2`,
    (nextToken?: string) =>
      gateway.request(listMembers, { actor, workspaceId: actor.workspaceId, limit: LIMIT, nextToken }),
    JOINED,
  ],
  [
    'workspaces of an account with many',
    `INSERT INTO membership (account_id, workspace_id, role) SELECT $2::uuid, id, 'owner'
     FROM workspace WHERE id <> $1`,
    (nextToken?: string) => gateway.request(listWorkspaces, { actor, limit: LIMIT, nextToken }),
    JOINED,
  ],
  [
    'API keys of an account with many',
    `INSERT INTO api_key (id, account_id, workspace_id, name, prefix, hash, scopes)
     SELECT gen_random_uuid(), account_id, workspace_id, '', '', gen_random_uuid(), '{read}' FROM membership
     WHERE account_id = $2 OR workspace_id = $1`,
    (nextToken?: string) => gateway.request(listApiKeys, { actor, limit: LIMIT, nextToken }),
    ONE,
  ],
  [
    'API keys of a workspace with many',
    `SELECT $1::uuid, $2::uuid`,
    (nextToken?: string) =>
      gateway.request(listWorkspaceApiKeys, {
        actor,
        workspaceId: actor.workspaceId,
        limit: LIMIT,
        nextToken,
      }),
    ONE,
  ],
])(
  '%s',
  async (_of, fill, list, page) => {
    await auth.owner.query(fill, [actor.workspaceId, actor.accountId]);
    await auth.owner.query('ANALYZE');
    const counts = [];
    for (const statement of await statementsOf(list)) counts.push(await rowsRead(statement));
    expect(counts).toEqual([page, page]);
  },
  60_000,
);
