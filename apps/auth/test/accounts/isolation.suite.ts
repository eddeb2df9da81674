// Tests the database's own protection, as the role in which auth does what people ask for: what each request sees and writes.
import { Client } from 'pg';
import { newId } from '#platform/context';
import type { NewAccount } from '../../src/accounts/accounts.service.ts';
import type { RunningAuth } from '../running-auth.ts';

export const isolation = (running: () => RunningAuth): void =>
  describe('the app role of auth', () => {
    let app: Client;
    let ann: NewAccount;
    let bob: NewAccount;
    /** A member of Ann's workspace, too. */
    let eve: NewAccount;

    beforeAll(async () => {
      const auth = running();
      app = new Client({ connectionString: auth.servers.database.appUrl });
      await app.connect();
      [ann, bob, eve] = [await auth.putAccount(), await auth.putAccount(), await auth.putAccount()];
      await auth.owner.query(
        `INSERT INTO membership (account_id, workspace_id, role) VALUES ($1, $2, 'viewer')`,
        [eve.accountId, ann.workspaceId],
      );
      for (const { accountId, workspaceId } of [ann, bob, eve]) {
        await auth.owner.query(
          `INSERT INTO session (id, account_id, workspace_id, created_at, expires_at, refreshed_at, refresh_family, refresh_hash)
           VALUES ($1, $2, $3, now(), now() + interval '1 day', now(), gen_random_uuid()::text, 'hash')`,
          [newId(), accountId, workspaceId],
        );
        await auth.owner.query(
          `INSERT INTO api_key (id, workspace_id, account_id, name, prefix, hash, scopes)
           VALUES ($1, $2, $3, 'key', 'ssk_', gen_random_uuid()::text, '{read}')`,
          [newId(), workspaceId, accountId],
        );
        await auth.owner.query(
          `INSERT INTO invitation (id, workspace_id, invited_by, email, role, hash, expires_at)
           VALUES ($1, $2, $3, 'guest@example.com', 'viewer', gen_random_uuid()::text, now() + interval '1 day')`,
          [newId(), workspaceId, accountId],
        );
      }
    });
    afterAll(() => app.end());

    /** Runs a statement in a transaction of a request, and rolls it back. */
    async function as(
      { workspaceId = '', accountId = '' }: { workspaceId?: string; accountId?: string },
      sql: string,
      values: unknown[] = [],
    ) {
      await app.query('BEGIN');
      try {
        await app.query(
          `SELECT set_config('app.workspace_id', $1, true), set_config('app.account_id', $2, true)`,
          [workspaceId, accountId],
        );
        return await app.query(sql, values);
      } finally {
        await app.query('ROLLBACK');
      }
    }

    const TABLES = ['account', 'workspace', 'membership', 'session', 'api_key', 'invitation'];

    it.each(TABLES)('sees nothing of %s without a request', async (table) => {
      expect((await as({}, `SELECT FROM ${table}`)).rowCount).toBe(0);
    });

    it.each([
      ['account', 'id', ['ann', 'eve'], ['ann']],
      ['workspace', 'id', ['ann'], ['ann']],
      ['membership', 'account_id', ['ann', 'eve'], ['ann']],
      ['session', 'account_id', [], ['ann']],
      ['api_key', 'account_id', ['ann'], ['ann']],
      ['invitation', 'workspace_id', ['ann'], []],
    ])(
      'sees of %s what is of the workspace, or of the account',
      async (table, column, ofWorkspace, ofAccount) => {
        const names = new Map(
          Object.entries({ ann, bob, eve }).flatMap(([name, { accountId, workspaceId }]) => [
            [accountId, name],
            [workspaceId, name],
          ]),
        );
        const seen = async (request: { workspaceId?: string; accountId?: string }): Promise<string[]> => {
          const { rows } = await as(request, `SELECT ${column} AS id FROM ${table}`);
          return (rows as { id: string }[]).map(({ id }) => names.get(id) ?? id).toSorted();
        };
        expect(await seen({ workspaceId: ann.workspaceId })).toEqual(ofWorkspace);
        expect(await seen({ accountId: ann.accountId })).toEqual(ofAccount);
      },
    );

    it.each([
      'SELECT password_hash FROM account',
      `SELECT FROM account WHERE password_hash = 'x'`,
      'SELECT refresh_hash FROM session',
      'SELECT refresh_family FROM session',
      'SELECT hash FROM api_key',
      'SELECT hash FROM invitation',
      'INSERT INTO session (id) VALUES (gen_random_uuid())',
      'SET ROLE auth_system',
    ])('must not run %s', async (sql) => {
      const { workspaceId, accountId } = ann;
      await expect(as({ workspaceId, accountId }, sql)).rejects.toThrow(/permission denied/);
    });

    it('changes nothing of another workspace or account', async () => {
      const request = { workspaceId: ann.workspaceId, accountId: ann.accountId };
      const counts: (number | null)[] = [];
      for (const [sql, values] of [
        [`UPDATE workspace SET name = 'mine' WHERE id = $1`, [bob.workspaceId]],
        [`UPDATE membership SET role = 'owner' WHERE workspace_id = $1`, [bob.workspaceId]],
        ['DELETE FROM membership WHERE workspace_id = $1', [bob.workspaceId]],
        ['DELETE FROM api_key WHERE account_id = $1', [bob.accountId]],
        ['DELETE FROM invitation WHERE workspace_id = $1', [bob.workspaceId]],
        ['DELETE FROM workspace WHERE id = $1', [bob.workspaceId]],
        ['UPDATE session SET workspace_id = NULL WHERE account_id = $1', [bob.accountId]],
      ] as const)
        counts.push((await as(request, sql, [...values])).rowCount);
      expect(counts).toEqual(counts.map(() => 0));
      const join = `INSERT INTO membership (account_id, workspace_id, role) VALUES ($1, $2, 'owner')`;
      const refused = /row-level security/;
      await expect(as(request, join, [ann.accountId, bob.workspaceId])).rejects.toThrow(refused);
      const key = `INSERT INTO api_key (id, workspace_id, account_id, name, prefix, hash, scopes)
        VALUES (gen_random_uuid(), $1, $2, 'key', 'ssk_', 'another', '{read}')`;
      await expect(as(request, key, [ann.workspaceId, eve.accountId])).rejects.toThrow(refused);
    });
  });
