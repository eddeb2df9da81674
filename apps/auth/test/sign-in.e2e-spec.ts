// Tests sign-in over the real bus, and the access token that it returns.
import { createLocalJWKSet, jwtVerify } from 'jose';
import {
  ACCESS_TOKEN_SECONDS,
  AppError,
  createSession,
  listKeys,
  REFRESH_TOKEN_SECONDS,
  type KeySet,
  type SessionTokens,
} from '#contracts';
import { newId } from '#platform/context';
import { hashPassword } from '#platform/crypto';
import type { Bus } from '#platform/messaging';
import { PASSWORD, startAuth, type RunningAuth } from './running-auth.ts';

let auth: RunningAuth;
let gateway: Bus;
beforeAll(async () => {
  auth = await startAuth();
  gateway = await auth.busOf('gateway');
});
afterAll(() => auth?.close());

const signIn = (email: string, password: string): Promise<SessionTokens> =>
  gateway.request(createSession, { email, password });

async function refusal(email: string, password: string): Promise<AppError> {
  const error: unknown = await signIn(email, password).then(
    () => new Error('signed in'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

/** Hashes that run or wait at once; one more is refused. */
const PLACES = 20;

/** Keeps all places for hashing taken while some work is done, so that whatever needs one is refused. */
async function withoutPlaces<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const takePlace = async (): Promise<void> => {
    while (!isOver) await hashPassword('a password');
  };
  const taken = Array.from({ length: PLACES }, takePlace);
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(taken);
  }
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
  it('returns a token that the published keys verify', async () => {
    const { email, accountId, workspaceId } = await auth.putAccount();
    const before = Math.floor(Date.now() / 1000);
    const { accessToken, ...rest } = await signIn(email, PASSWORD);
    expect(rest).toEqual({
      tokenType: 'Bearer',
      tokenFormat: 'jwt',
      expiresIn: ACCESS_TOKEN_SECONDS,
      refreshToken: expect.stringMatching(/^ssr_[\w-]{65}$/),
      refreshExpiresIn: REFRESH_TOKEN_SECONDS,
      sessionId: (await sessionsOf(accountId))[0]?.id,
    });
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
    const lifeMs = Number(session?.expires_at) - Number(session?.created_at);
    expect(lifeMs).toBe(REFRESH_TOKEN_SECONDS * 1000);
    const { rows } = await auth.owner.query('SELECT last_sign_in_at FROM account WHERE id = $1', [accountId]);
    expect(rows).toEqual([{ last_sign_in_at: session?.created_at }]);
  });

  it('ignores the case of the e-mail', async () => {
    const { email, accountId } = await auth.putAccount();
    await signIn(email.toUpperCase(), PASSWORD);
    expect(await sessionsOf(accountId)).toHaveLength(1);
  });

  it('creates a new session each time', async () => {
    const { email, accountId } = await auth.putAccount();
    const tokens: SessionTokens[] = [];
    for (let i = 0; i < 4; i += 1) tokens.push(await signIn(email, PASSWORD));
    const keys = await gateway.request(listKeys, {});
    const claims = await Promise.all(tokens.map(({ accessToken }) => claimsOf(accessToken, keys)));
    const ids = (name: 'sid' | 'jti') => new Set(claims.map(({ payload }) => payload[name]));
    expect([ids('sid').size, ids('jti').size]).toEqual([4, 4]);
    expect(new Set((await sessionsOf(accountId)).map(({ id }) => id))).toEqual(ids('sid'));
  });

  it('opens the session in the workspace that the account joined first', async () => {
    const { email, accountId, workspaceId } = await auth.putAccount();
    const elder = await auth.putAccount();
    await auth.owner.query(
      `INSERT INTO membership (account_id, workspace_id, role, created_at)
       VALUES ($1, $2, 'editor', now() - interval '1 day')`,
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

it('an account without a workspace gets one of its own when it signs in, and only one when it does so twice at once', async () => {
  const { email, accountId, workspaceId } = await auth.putAccount();
  await auth.owner.query('DELETE FROM workspace WHERE id = $1', [workspaceId]);
  const both = await Promise.all([signIn(email, PASSWORD), signIn(email, PASSWORD)]);
  const claims = await Promise.all(both.map(({ accessToken }) => claimsOf(accessToken)));
  const homes = new Set(claims.map(({ payload }) => payload['wid']));
  expect(homes.size).toBe(1);
  const { rows } = await auth.owner.query(
    `SELECT role, workspace.name, held_by FROM membership JOIN workspace ON workspace.id = workspace_id
     WHERE account_id = $1`,
    [accountId],
  );
  expect(rows).toEqual([{ role: 'owner', name: 'Ana Example', held_by: accountId }]);
});

describe('a refused sign-in', () => {
  it('has the same answer for a wrong password, an unknown e-mail and a disabled account', async () => {
    const [known, disabled] = await Promise.all([auth.putAccount(), auth.putAccount()]);
    await auth.owner.query(`UPDATE account SET status = 'DISABLED' WHERE id = $1`, [disabled.accountId]);
    const refusals = await Promise.all([
      refusal(known.email, 'wrong'),
      refusal(`${newId()}@example.com`, PASSWORD),
      refusal(disabled.email, PASSWORD),
    ]);
    for (const { code, customMessage, target, details, retryAfter } of refusals) {
      expect({ code, customMessage, target, details, retryAfter }).toEqual({
        code: 'InvalidCredentials',
        details: [],
      });
    }
    const all = await Promise.all([known, disabled].map(({ accountId }) => sessionsOf(accountId)));
    expect(all.flat()).toEqual([]);
  });

  it('costs a hash whether the password is wrong, the e-mail unknown or the account of no use', async () => {
    const known = await auth.putAccount();
    const disabled = await auth.putAccount();
    const withoutWorkspace = await auth.putAccount();
    await auth.owner.query(`UPDATE account SET status = 'DISABLED' WHERE id = $1`, [disabled.accountId]);
    await auth.owner.query('DELETE FROM membership WHERE account_id = $1', [withoutWorkspace.accountId]);
    const unknown = `${newId()}@example.com`;
    const addresses = [known.email, unknown, disabled.email, withoutWorkspace.email];
    await withoutPlaces(async () => {
      for (const address of addresses) {
        const { code, retryAfter } = await refusal(address, 'wrong');
        expect({ code, retryAfter }).toEqual({ code: 'Unavailable', retryAfter: 1 });
      }
    });
    for (const address of addresses)
      expect((await refusal(address, 'wrong')).code).toBe('InvalidCredentials');
  });

  it('is given without a hash, for a right password too, while as many wait for one as may', async () => {
    const { email } = await auth.putAccount();
    const refused = await withoutPlaces(() => refusal(email, PASSWORD));
    expect([refused.code, refused.retryAfter]).toEqual(['Unavailable', 1]);
    await signIn(email, PASSWORD);
  });

  it.each([
    ['differs in the last of 1024 characters', `${'ü'.repeat(1023)}a`, `${'ü'.repeat(1023)}b`],
    ['differs after a NUL', 'secret\0one', 'secret\0two'],
    ['differs in case', 'Secret', 'secret'],
    ['has one more space', 'secret', 'secret '],
  ])('is given when the password %s', async (_difference, password, other) => {
    const { email } = await auth.putAccount({ password });
    expect((await refusal(email, other)).code).toBe('InvalidCredentials');
    await signIn(email, password);
  });

  it('is InvalidArgument, without any hashing, when the request is malformed', async () => {
    const { email } = await auth.putAccount();
    await withoutPlaces(async () => {
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
});
