// Signing in over the real bus, and what the token that it gives says.
import { createLocalJWKSet, jwtVerify } from 'jose';
import {
  ACCESS_TOKEN_SECONDS,
  AppError,
  createSession,
  listKeys,
  type AccessToken,
  type KeySet,
} from '#contracts';
import type { Bus } from '#platform/messaging';
import { newId } from '#platform/context';
import { AccountsService, type NewAccount } from '../src/accounts/accounts.service.ts';
import { startAuth, type RunningAuth } from './running-auth.ts';

const PASSWORD = 'correct horse battery staple';

let auth: RunningAuth;
let gateway: Bus;
beforeAll(async () => {
  auth = await startAuth();
  gateway = await auth.busOf('gateway');
}, 60_000);
afterAll(() => auth?.close());

async function newAccount(changes: Partial<NewAccount> = {}): Promise<NewAccount> {
  const accountId = newId();
  const account: NewAccount = {
    accountId,
    email: `${accountId}@example.com`,
    password: PASSWORD,
    name: 'Ana Example',
    locale: 'en',
    workspaceId: newId(),
    workspaceName: 'Ana’s shelf',
    marketplace: 'DE',
    ...changes,
  };
  await auth.app.get(AccountsService, { strict: false }).put(account);
  return account;
}

const signIn = (email: string, password: string): Promise<AccessToken> =>
  gateway.request(createSession, { email, password });

async function refusal(email: string, password: string): Promise<AppError> {
  const error: unknown = await signIn(email, password).then(
    () => new Error('signed in'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

async function claimsOf(accessToken: string, keys?: KeySet) {
  return jwtVerify(accessToken, createLocalJWKSet(keys ?? (await gateway.request(listKeys, {}))), {
    algorithms: ['RS256'],
    typ: 'at+jwt',
    issuer: 'shelfscribe',
    audience: 'shelfscribe-api',
  });
}

const sessionsOf = async (accountId: string) =>
  (await auth.owner.query('SELECT * FROM session WHERE account_id = $1', [accountId])).rows as {
    id: string;
    workspace_id: string;
    created_at: Date;
    expires_at: Date;
  }[];

describe('signing in', () => {
  it('gives a token that the published keys verify', async () => {
    const { email, accountId, workspaceId } = await newAccount();
    const before = Math.floor(Date.now() / 1000);
    const { accessToken, ...rest } = await signIn(email, PASSWORD);
    expect(rest).toEqual({ tokenType: 'Bearer', tokenFormat: 'jwt', expiresIn: ACCESS_TOKEN_SECONDS });
    const { payload, protectedHeader } = await claimsOf(accessToken);
    const keys = await gateway.request(listKeys, {});
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: keys.keys[0]?.kid });
    const [session] = await sessionsOf(accountId);
    const { iat = NaN } = payload;
    expect(payload).toEqual({
      iss: 'shelfscribe',
      aud: 'shelfscribe-api',
      sub: accountId,
      wid: workspaceId,
      sid: session?.id,
      iat,
      exp: iat + ACCESS_TOKEN_SECONDS,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(iat).toBeGreaterThanOrEqual(before);
    expect(session?.workspace_id).toBe(workspaceId);
    expect(session?.expires_at.getTime()).toBe((iat + ACCESS_TOKEN_SECONDS) * 1000);
    const { rows } = await auth.owner.query('SELECT last_sign_in_at FROM account WHERE id = $1', [accountId]);
    expect(rows).toEqual([{ last_sign_in_at: session?.created_at }]);
  });

  it('does not care about the case of the e-mail', async () => {
    const { email, accountId } = await newAccount();
    await signIn(email.toUpperCase(), PASSWORD);
    expect(await sessionsOf(accountId)).toHaveLength(1);
  });

  it('makes a session of its own each time', async () => {
    const { email, accountId } = await newAccount();
    const tokens = await Promise.all(Array.from({ length: 8 }, () => signIn(email, PASSWORD)));
    const keys = await gateway.request(listKeys, {});
    const claims = await Promise.all(tokens.map(({ accessToken }) => claimsOf(accessToken, keys)));
    const ids = (name: 'sid' | 'jti') => new Set(claims.map(({ payload }) => payload[name]));
    expect([ids('sid').size, ids('jti').size]).toEqual([8, 8]);
    expect(new Set((await sessionsOf(accountId)).map(({ id }) => id))).toEqual(ids('sid'));
  });

  it('works in the workspace that the account joined first', async () => {
    const { email, accountId, workspaceId } = await newAccount();
    const elder = await newAccount();
    await auth.owner.query(
      `INSERT INTO membership (account_id, workspace_id, role, created_at)
       VALUES ($1, $2, 'member', now() - interval '1 day')`,
      [accountId, elder.workspaceId],
    );
    await signIn(email, PASSWORD);
    await auth.owner.query('DELETE FROM membership WHERE account_id = $1 AND workspace_id = $2', [
      elder.accountId,
      elder.workspaceId,
    ]);
    expect((await sessionsOf(accountId)).map((session) => session.workspace_id)).toEqual([elder.workspaceId]);
    expect(workspaceId).not.toBe(elder.workspaceId);
  });
});

describe('a refused sign-in', () => {
  it('D8: sounds the same for a wrong password, an unknown e-mail, a disabled and a homeless account', async () => {
    const [known, disabled, homeless] = await Promise.all([newAccount(), newAccount(), newAccount()]);
    await auth.owner.query(`UPDATE account SET status = 'DISABLED' WHERE id = $1`, [disabled.accountId]);
    await auth.owner.query('DELETE FROM membership WHERE account_id = $1', [homeless.accountId]);
    const refusals = await Promise.all([
      refusal(known.email, 'wrong'),
      refusal(`${newId()}@example.com`, PASSWORD),
      refusal(disabled.email, PASSWORD),
      refusal(homeless.email, PASSWORD),
    ]);
    for (const { code, customMessage, target, details, retryAfter } of refusals) {
      expect({ code, customMessage, target, details, retryAfter }).toEqual({
        code: 'InvalidCredentials',
        details: [],
      });
    }
    const all = await Promise.all([known, disabled, homeless].map(({ accountId }) => sessionsOf(accountId)));
    expect(all.flat()).toEqual([]);
  });

  it('D8: takes as long for an unknown e-mail as for a wrong password', async () => {
    const { email } = await newAccount();
    const took = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 60; round += 1) {
      for (const [kind, address] of [['known', email] as const, ['unknown', 'no@example.com'] as const]) {
        const started = performance.now();
        await refusal(address, 'wrong');
        took[kind].push(performance.now() - started);
      }
    }
    // How often the one takes longer than the other; a half when nothing tells them apart, give or take 0.05.
    const longer = took.known.flatMap((one) => took.unknown.map((other) => Number(one > other)));
    const share = longer.reduce((sum, one) => sum + one, 0) / longer.length;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.75);
  }, 60_000);

  it('D11: follows at once for those of 200 who would wait too long for their hash', async () => {
    const { email } = await newAccount();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        signIn(email, PASSWORD).then(
          () => 'signed in',
          (error: AppError) => `${error.code} ${error.retryAfter}`,
        ),
      ),
    );
    // On a busy machine some of those who wait run out of time.
    const ours = ['signed in', 'Unavailable 1', 'UpstreamTimeout undefined'];
    expect(answers.filter((answer) => !ours.includes(answer))).toEqual([]);
    expect(answers).toEqual(expect.arrayContaining(['signed in', 'Unavailable 1']));
    await signIn(email, PASSWORD);
  }, 60_000);

  it.each([
    ['differs in the last of 1024 characters', `${'ü'.repeat(1023)}a`, `${'ü'.repeat(1023)}b`],
    ['differs after a NUL', 'secret\0one', 'secret\0two'],
    ['differs in case', 'Secret', 'secret'],
    ['has a space more', 'secret', 'secret '],
  ])('D10: follows when the password %s', async (_difference, password, other) => {
    const { email } = await newAccount({ password });
    expect((await refusal(email, other)).code).toBe('InvalidCredentials');
    await signIn(email, password);
  });

  it('D10, D12: follows before any hashing when the request is malformed', async () => {
    const { email } = await newAccount();
    for (const [target, address, password] of [
      ['email', 'a@b', PASSWORD],
      ['email', `${email}\r\n`, PASSWORD],
      ['password', email, 'x'.repeat(1025)],
      ['password', email, ''],
    ] as const) {
      const { code, details } = await refusal(address, password);
      expect({ code, target: details[0]?.target }).toEqual({ code: 'InvalidArgument', target });
    }
  });
});

describe('sixty sign-ins at once', () => {
  it('are answered or refused at once: those who hash and those who wait for it are few', async () => {
    const { email } = await newAccount();
    const started = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        signIn(email, PASSWORD).then(
          () => 'signed in',
          ({ code, retryAfter }: AppError) => `${code} ${retryAfter}`,
        ),
      ),
    );
    const times = Object.groupBy(answers, (answer) => answer);
    expect(Object.keys(times).sort()).toEqual(['Unavailable 1', 'signed in']);
    expect(times['signed in']?.length).toBeGreaterThanOrEqual(20);
    expect(times['Unavailable 1']?.length).toBeGreaterThan(10);
    expect(performance.now() - started).toBeLessThan(3000);
    await signIn(email, PASSWORD); // and then there is room again
  });
});
