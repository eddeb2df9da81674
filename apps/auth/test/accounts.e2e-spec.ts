// Accounts, workspaces and sessions over the real bus, and what each role may do with their tables.
import { decodeJwt } from 'jose';
import { Client } from 'pg';
import { createSession, getAccount, getWorkspace, type Actor } from '#contracts';
import type { Bus } from '#platform/messaging';
import { newId } from '#platform/context';
import { AccountsService, type NewAccount } from '../src/accounts/accounts.service.ts';
import { SessionsService } from '../src/sessions/sessions.service.ts';
import { startAuth, type RunningAuth } from './running-auth.ts';

const PASSWORD = 'correct horse battery staple';

let auth: RunningAuth;
let gateway: Bus;
let catalogue: Bus;
beforeAll(async () => {
  auth = await startAuth();
  [gateway, catalogue] = await Promise.all([auth.busOf('gateway'), auth.busOf('catalogue')]);
}, 60_000);
afterAll(() => auth?.close());

function plan(changes: Partial<NewAccount> = {}): NewAccount {
  const accountId = newId();
  return {
    accountId,
    email: `${accountId}@example.com`,
    password: PASSWORD,
    name: 'Ana Example',
    locale: 'zh',
    workspaceId: newId(),
    workspaceName: 'Ana’s shelf',
    marketplace: 'DE',
    ...changes,
  };
}

async function put(account: NewAccount): Promise<NewAccount> {
  await auth.app.get(AccountsService, { strict: false }).put(account);
  return account;
}

async function signedIn(): Promise<{ account: NewAccount; actor: Actor }> {
  const account = await put(plan());
  const { email, password } = account;
  const { accessToken } = await gateway.request(createSession, { email, password });
  const { sub = '', wid, sid } = decodeJwt<{ wid: string; sid: string }>(accessToken);
  return { account, actor: { accountId: sub, workspaceId: wid, sessionId: sid } };
}

async function count(sql: string, ...values: unknown[]): Promise<number> {
  const { rows } = await auth.owner.query<{ count: string }>(sql, values);
  return Number(rows[0]?.count);
}

describe('the account of an actor', () => {
  it('shows itself, its workspaces and its session, and no secret', async () => {
    const { account, actor } = await signedIn();
    const other = await put(plan({ workspaceName: 'Shared', marketplace: 'JP' }));
    await auth.owner.query(`INSERT INTO membership VALUES ($1, $2, 'member')`, [
      actor.accountId,
      other.workspaceId,
    ]);
    const { rows } = await auth.owner.query<Record<string, number>>(
      `SELECT floor(extract(epoch FROM account.created_at))::int AS created,
              floor(extract(epoch FROM account.updated_at))::int AS updated,
              floor(extract(epoch FROM last_sign_in_at))::int AS seen,
              extract(epoch FROM expires_at)::int AS ends
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
        { id: other.workspaceId, name: 'Shared', role: 'member', marketplace: 'JP' },
      ],
      currentWorkspaceId: account.workspaceId,
      auth: { sessionId: actor.sessionId, expiresAt: rows[0]?.['ends'] },
      createdAt: rows[0]?.['created'],
      updatedAt: rows[0]?.['updated'],
      lastSignInAt: rows[0]?.['seen'],
    });
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
      'belonged to an account that is gone',
      'DELETE FROM account WHERE id = (SELECT account_id FROM session WHERE id = $1)',
    ],
  ])('is out of reach once the session %s', async (_end, sql) => {
    const { actor } = await signedIn();
    await gateway.request(getAccount, { actor });
    await auth.owner.query(sql, [actor.sessionId]);
    await expect(gateway.request(getAccount, { actor })).rejects.toMatchObject({ code: 'InvalidToken' });
  });

  it('D4: is out of reach with any part of the token from elsewhere', async () => {
    const [{ actor }, { actor: other }] = [await signedIn(), await signedIn()];
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

describe('a workspace', () => {
  it('tells other services its marketplace and no more', async () => {
    const { workspaceId } = await put(plan({ marketplace: 'UK' }));
    const reply = await catalogue.requestJson(getWorkspace, { workspaceId });
    expect(JSON.parse(reply.toString())).toEqual({ id: workspaceId, marketplace: 'UK' });
  });

  it('is not found when there is none', async () => {
    await expect(catalogue.request(getWorkspace, { workspaceId: newId() })).rejects.toMatchObject({
      code: 'NotFound',
    });
  });
});

describe('putting an account in place', () => {
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

  it('changes nothing the second time', async () => {
    const account = await put(plan());
    const first = await row(account.accountId);
    await put({ ...account, email: account.email.toUpperCase() });
    expect(await row(account.accountId)).toEqual(first);
  });

  it('takes over what changed and keeps the rest', async () => {
    const account = await put(plan());
    const first = await row(account.accountId);
    const changes = { name: 'Bo', password: 'another one', marketplace: 'FR' } as const;
    await put({ ...account, ...changes });
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

  it('refuses an e-mail that another account has, whatever its case', async () => {
    const { email } = await put(plan());
    await expect(put(plan({ email: email.toUpperCase() }))).rejects.toThrow(/account_email_key/);
  });
});

describe('purging', () => {
  it('forgets all sessions that have ended, and none that lives', async () => {
    const { actor } = await signedIn();
    await auth.owner.query(
      `INSERT INTO session (id, account_id, workspace_id, created_at, expires_at)
       SELECT gen_random_uuid(), $1, $2, now() - interval '2 h', now() - interval '1 h'
       FROM generate_series(1, 2500)`,
      [actor.accountId, actor.workspaceId],
    );
    await auth.app.get(SessionsService, { strict: false }).purge(new Date());
    expect(await count('SELECT count(*) FROM session WHERE expires_at <= now()')).toBe(0);
    expect(await count('SELECT count(*) FROM session WHERE id = $1', actor.sessionId)).toBe(1);
  });
});

describe('the tables', () => {
  it.each([
    ['appUrl', 'SELECT kid FROM signing_key'],
    ['appUrl', `INSERT INTO signing_key (number) VALUES (9)`],
    ['appUrl', `UPDATE account SET password_hash = ''`],
    ['appUrl', `UPDATE account SET status = 'ACTIVE'`],
    ['appUrl', 'DELETE FROM account'],
    ['appUrl', `INSERT INTO account (id) VALUES (gen_random_uuid())`],
    ['appUrl', `UPDATE membership SET role = 'owner'`],
    ['appUrl', `INSERT INTO membership (role) VALUES ('owner')`],
    ['appUrl', `UPDATE session SET expires_at = 'infinity'`],
    ['appUrl', 'DELETE FROM session'],
    ['systemUrl', `UPDATE session SET expires_at = 'infinity'`],
    ['systemUrl', `INSERT INTO session (id) VALUES (gen_random_uuid())`],
    ['systemUrl', `UPDATE signing_key SET n = ''`],
    ['systemUrl', 'DELETE FROM account'],
  ] as const)('do not let %s: %s', async (role, sql) => {
    const client = new Client({ connectionString: auth.servers.database[role] });
    await client.connect();
    await expect(client.query(sql).finally(() => client.end())).rejects.toThrow(
      /permission denied for table/,
    );
  });

  it('take no e-mail that is not in its normal form', async () => {
    await expect(
      auth.owner.query(
        `INSERT INTO account (id, email, password_hash, name) VALUES ($1, 'A@example.com', '', '')`,
        [newId()],
      ),
    ).rejects.toThrow(/account_email_check/);
  });

  it('take no session in a workspace that its account does not belong to', async () => {
    const [{ accountId }, { workspaceId }] = [await put(plan()), await put(plan())];
    await expect(
      auth.owner.query(`INSERT INTO session VALUES ($1, $2, $3, now(), now() + interval '1 h')`, [
        newId(),
        accountId,
        workspaceId,
      ]),
    ).rejects.toThrow(/session_account_id_workspace_id_fkey/);
  });
});
