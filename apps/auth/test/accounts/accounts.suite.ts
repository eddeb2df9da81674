// Tests accounts, workspaces and sessions over the real bus, and the privileges of each role on their tables.
import { decodeJwt } from 'jose';
import { Client } from 'pg';
import { createApiKey, createSession, getAccount, getWorkspace, type Actor } from '#contracts';
import type { Bus } from '#platform/messaging';
import { newId } from '#platform/context';
import type { NewAccount } from '../../src/accounts/accounts.service.ts';
import { SessionsService } from '../../src/sessions/sessions.service.ts';
import { PASSWORD, type RunningAuth } from '../running-auth.ts';

export const accounts = (shared: () => RunningAuth): void =>
  describe('accounts', () => {
    let auth: RunningAuth;
    let gateway: Bus;
    let catalogue: Bus;
    beforeAll(async () => {
      auth = shared();
      [gateway, catalogue] = await Promise.all([auth.busOf('gateway'), auth.busOf('catalogue')]);
    });

    async function signedIn(): Promise<{ account: NewAccount; actor: Actor }> {
      const account = await auth.putAccount();
      const { email, password } = account;
      const { accessToken } = await gateway.request(createSession, { email, password });
      const { sub = '', wid, sid } = decodeJwt<{ wid: string; sid: string }>(accessToken);
      return { account, actor: { accountId: sub, workspaceId: wid, sessionId: sid } };
    }

    async function count(sql: string, ...values: unknown[]): Promise<number> {
      const { rows } = await auth.owner.query<{ count: string }>(sql, values);
      return Number(rows[0]?.count);
    }

    describe('a request for the account of an actor', () => {
      it('returns the account, its workspaces and its session, and no secret', async () => {
        const { account, actor } = await signedIn();
        const other = await auth.putAccount({ workspaceName: 'Shared', marketplace: 'JP' });
        await auth.owner.query(`INSERT INTO membership VALUES ($1, $2, 'editor')`, [
          actor.accountId,
          other.workspaceId,
        ]);
        const { rows } = await auth.owner.query<Record<string, number>>(
          `SELECT floor(extract(epoch FROM account.created_at))::int AS created,
              floor(extract(epoch FROM account.updated_at))::int AS updated,
              floor(extract(epoch FROM last_sign_in_at))::int AS seen,
              floor(extract(epoch FROM expires_at))::int AS ends
       FROM account JOIN session ON session.account_id = account.id WHERE account.id = $1`,
          [actor.accountId],
        );
        expect(await gateway.request(getAccount, { actor })).toEqual({
          id: account.accountId,
          email: account.email,
          name: 'Ana Example',
          status: 'ACTIVE',
          locale: 'zh',
          workspaces: [
            { id: account.workspaceId, name: 'Ana’s shelf', role: 'owner', marketplace: 'DE' },
            { id: other.workspaceId, name: 'Shared', role: 'editor', marketplace: 'JP' },
          ],
          currentWorkspaceId: account.workspaceId,
          auth: { method: 'session', sessionId: actor.sessionId, expiresAt: rows[0]?.['ends'] },
          createdAt: rows[0]?.['created'],
          updatedAt: rows[0]?.['updated'],
          lastSignInAt: rows[0]?.['seen'],
        });
      });

      it('shows its workspace also when the account has joined a hundred others before', async () => {
        const { account, actor } = await signedIn();
        await auth.owner.query(
          `WITH made AS (
             INSERT INTO workspace (id, held_by, name)
             SELECT gen_random_uuid(), $1, 'Shop ' || n FROM generate_series(1, 101) AS n RETURNING id, name
           ) INSERT INTO membership (account_id, workspace_id, role, created_at)
             SELECT $1, id, 'viewer', now() - substr(name, 6)::int * interval '1 day' FROM made`,
          [actor.accountId],
        );
        const { workspaces } = await gateway.request(getAccount, { actor });
        const oldest = Array.from({ length: 99 }, (_, n) => `Shop ${101 - n}`);
        expect(workspaces.map(({ name }) => name)).toEqual([...oldest, account.workspaceName]);
        expect(workspaces.at(-1)).toMatchObject({ id: actor.workspaceId, role: 'owner' });
      });

      it.each([
        [
          'has expired',
          `UPDATE session SET created_at = now() - interval '2 h', expires_at = now() WHERE id = $1`,
        ],
        ['was revoked', 'DELETE FROM session WHERE id = $1'],
        [
          'belongs to a disabled account',
          `UPDATE account SET status = 'DISABLED' WHERE id = (SELECT account_id FROM session WHERE id = $1)`,
        ],
        [
          'is in a workspace that the account has left',
          'DELETE FROM membership WHERE account_id = (SELECT account_id FROM session WHERE id = $1)',
        ],
        [
          'belongs to a deleted account',
          'DELETE FROM account WHERE id = (SELECT account_id FROM session WHERE id = $1)',
        ],
      ])('is refused with InvalidToken once the session %s', async (_end, sql) => {
        const { actor } = await signedIn();
        await gateway.request(getAccount, { actor });
        await auth.owner.query(sql, [actor.sessionId]);
        await expect(gateway.request(getAccount, { actor })).rejects.toMatchObject({ code: 'InvalidToken' });
      });

      it('is refused when the account, workspace or session is that of another token', async () => {
        const { actor } = await signedIn();
        const { actor: other } = await signedIn();
        for (const part of ['accountId', 'workspaceId', 'sessionId'] as const) {
          for (const value of [other[part], newId()]) {
            const mixed = { ...actor, [part]: value };
            await expect(gateway.request(getAccount, { actor: mixed })).rejects.toMatchObject({
              code: 'InvalidToken',
            });
          }
        }
      });
    });

    describe('a request for a workspace', () => {
      it('tells another service its marketplace and nothing else', async () => {
        const { workspaceId } = await auth.putAccount({ marketplace: 'UK' });
        const reply = await catalogue.requestJson(getWorkspace, { workspaceId });
        expect(JSON.parse(reply.toString())).toEqual({ id: workspaceId, marketplace: 'UK' });
      });

      it('is refused with NotFound when the workspace does not exist', async () => {
        await expect(catalogue.request(getWorkspace, { workspaceId: newId() })).rejects.toMatchObject({
          code: 'NotFound',
        });
      });
    });

    describe('putting an account', () => {
      const row = async (id: string): Promise<unknown> => {
        const { rows } = await auth.owner.query(
          `SELECT to_jsonb(account) AS account, to_jsonb(workspace) AS workspace, to_jsonb(membership) AS membership
       FROM account JOIN membership ON account_id = account.id JOIN workspace ON workspace_id = workspace.id
       WHERE account.id = $1`,
          [id],
        );
        expect(rows).toHaveLength(1);
        return rows[0];
      };

      it('changes nothing when it is repeated', async () => {
        const account = await auth.putAccount();
        const first = await row(account.accountId);
        await auth.putAccount({ ...account, email: account.email.toUpperCase() });
        expect(await row(account.accountId)).toEqual(first);
      });

      it('updates what has changed and keeps the rest', async () => {
        const account = await auth.putAccount();
        const first = await row(account.accountId);
        const changes = { name: 'Bo', password: 'another one', marketplace: 'FR' } as const;
        await auth.putAccount({ ...account, ...changes });
        expect(await row(account.accountId)).not.toEqual(first);
        const { accessToken } = await gateway.request(createSession, {
          email: account.email,
          password: changes.password,
        });
        expect(decodeJwt(accessToken)).toMatchObject({ sub: account.accountId, wid: account.workspaceId });
        await expect(
          gateway.request(createSession, { email: account.email, password: PASSWORD }),
        ).rejects.toMatchObject({ code: 'InvalidCredentials' });
      });

      it('ends the sessions and API keys of the account with another password, and with no other change', async () => {
        const { account, actor } = await signedIn();
        const bystander = (await signedIn()).actor;
        await gateway.request(createApiKey, { actor, body: { name: 'k', scopes: ['read'] } });
        const left = ({ accountId }: Actor) => {
          const both = 'SELECT account_id FROM session UNION ALL SELECT account_id FROM api_key';
          return count(`SELECT count(*) FROM (${both}) AS one WHERE account_id = $1`, accountId);
        };
        await auth.putAccount({ ...account, name: 'Bo' });
        expect(await left(actor)).toBe(2);
        await auth.putAccount({ ...account, password: 'another one' });
        expect([await left(actor), await left(bystander)]).toEqual([0, 1]);
      });

      it('fails for an e-mail that another account has, whatever its case', async () => {
        const { email } = await auth.putAccount();
        await expect(auth.putAccount({ email: email.toUpperCase() })).rejects.toThrow(
          'Another account has this e-mail.',
        );
      });
    });

    describe('the session purge', () => {
      it('deletes all expired sessions and no live session', async () => {
        const { actor } = await signedIn();
        await auth.owner.query(
          `INSERT INTO session
         (id, account_id, workspace_id, created_at, refreshed_at, expires_at, refresh_family, refresh_hash)
       SELECT gen_random_uuid(), $1, $2, moment, moment, moment + interval '1 h', gen_random_uuid(), ''
       FROM (SELECT now() - interval '2 h' AS moment) AS past, generate_series(1, 2500)`,
          [actor.accountId, actor.workspaceId],
        );
        await auth.app.get(SessionsService, { strict: false }).purge();
        expect(await count('SELECT count(*) FROM session WHERE expires_at <= now()')).toBe(0);
        expect(await count('SELECT count(*) FROM session WHERE id = $1', actor.sessionId)).toBe(1);
      });
    });

    describe('the tables', () => {
      it.each([
        ['app', 'SELECT kid FROM signing_key'],
        ['app', `INSERT INTO signing_key (number) VALUES (9)`],
        ['app', `UPDATE account SET password_hash = ''`],
        ['app', `UPDATE account SET status = 'ACTIVE'`],
        ['app', 'DELETE FROM account'],
        ['app', `INSERT INTO account (id) VALUES (gen_random_uuid())`],
        ['app', 'UPDATE membership SET account_id = gen_random_uuid()'],
        ['app', `UPDATE workspace SET created_at = now()`],
        ['app', 'DELETE FROM erased_workspace'],
        ['app', `UPDATE api_key SET scopes = '{admin}'`],
        ['app', 'DELETE FROM membership_change'],
        ['app', `UPDATE session SET expires_at = 'infinity'`],
        ['app', 'DELETE FROM session'],
        ['app', 'DELETE FROM revocation'],
        ['app', 'SELECT key FROM refresh_key'],
        ['system', `UPDATE session SET account_id = gen_random_uuid()`],
        ['system', 'UPDATE revocation SET revoked_at = now()'],
        ['system', `UPDATE signing_key SET n = ''`],
        ['system', 'DELETE FROM account'],
      ] as const)('deny the %s role the statement %s', async (role, sql) => {
        const client = new Client({ connectionString: auth.servers.database[`${role}Url`] });
        await client.connect();
        try {
          await expect(client.query(sql)).rejects.toThrow(/permission denied for table/);
        } finally {
          await client.end();
        }
      });

      it('refuse an e-mail that is not in its normal form', async () => {
        await expect(
          auth.owner.query(
            `INSERT INTO account (id, email, password_hash, name) VALUES ($1, 'A@example.com', '', '')`,
            [newId()],
          ),
        ).rejects.toThrow(/account_email_check/);
      });

      it('refuse a session without an account', async () => {
        const { workspaceId } = await auth.putAccount();
        await expect(
          auth.owner.query(
            `INSERT INTO session VALUES ($1, $2, $3, now(), now() + interval '1 h', now(), gen_random_uuid(), '')`,
            [newId(), newId(), workspaceId],
          ),
        ).rejects.toThrow(/session_account_id_fkey/);
      });
    });
  });
