// Reads the plans of the lists of auth on tables in which others have most rows: a page reads its own rows and one more.
import { listApiKeys, listMembers, listWorkspaceApiKeys, listWorkspaces, type Actor } from '#contracts';
import type { Bus } from '#platform/messaging';
import { plansOf, rowsRead } from '#testing/plans';
import { sized } from '#testing/size';
import { someone } from './people.ts';
import { startAuth, type RunningAuth } from './running-auth.ts';

/** Accounts and workspaces: so many rows that a walk through them is told from a page. */
const MANY = sized(1000, 5000);

let auth: RunningAuth;
let gateway: Bus;
let actor: Actor;
beforeAll(async () => {
  auth = await startAuth();
  gateway = await auth.busOf('gateway');
  ({ actor } = await someone(auth, gateway));
  await auth.owner.query(`
    INSERT INTO account (id, email, password_hash, name)
    SELECT gen_random_uuid(), 'plan-' || nth || '@example.com', '', '' FROM generate_series(1, ${MANY}) AS nth`);
  await auth.owner.query(`
    INSERT INTO workspace (id, held_by, name)
    SELECT gen_random_uuid(), '${actor.accountId}', 'plan' FROM generate_series(1, ${MANY})`);
});
afterAll(() => auth?.close());

/** Rows read for each of the first two pages of a list. */
async function rowsOfPages(list: (nextToken?: string) => Promise<{ nextToken?: string | undefined }>) {
  const plans = await plansOf(auth.servers.database.appUrl, /"cursorId"/, async () => {
    const { nextToken } = await list();
    await list(nextToken);
  });
  return plans.map(rowsRead);
}

const LIMIT = 10;
/** Rows of a page of one table, and of a page of two that are joined. */
const ONE = LIMIT + 1;
const JOINED = 2 * (LIMIT + 1);
/** The same with the row by which row-level security shows the account of a member. */
const GUARDED = 3 * (LIMIT + 1);

it.each([
  [
    'members of a large workspace',
    `INSERT INTO membership (account_id, workspace_id, role) SELECT id, $1, 'viewer' FROM account
     WHERE id <> $2`,
    (nextToken?: string) =>
      gateway.request(listMembers, { actor, workspaceId: actor.workspaceId, limit: LIMIT, nextToken }),
    GUARDED,
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
])('%s', async (_of, fill, list, page) => {
  await auth.owner.query(fill, [actor.workspaceId, actor.accountId]);
  await auth.owner.query('ANALYZE');
  expect(await rowsOfPages(list)).toEqual([page, page]);
});
