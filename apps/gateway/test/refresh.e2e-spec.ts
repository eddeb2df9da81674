// Tests refreshes, sign-outs, registrations and changes of password over HTTP: cookies, limits and answers.
import {
  AppError,
  changePassword,
  createAccount,
  createSession,
  endOtherSessions,
  endSession,
  listSessions,
  refreshSession,
  switchWorkspace,
} from '#contracts';
import {
  exampleAccount,
  exampleRegisteredAccount,
  exampleSessions,
  exampleSignedIn,
  exampleToken,
} from '../src/openapi/examples/account-examples.ts';
import {
  ACCOUNT,
  CORE,
  errorOf,
  JSON_TYPE,
  SIGN_IN,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

const SESSIONS = `${CORE}/accounts/sessions`;
const REFRESH = `${SESSIONS}/refresh`;
const PASSWORD = `${ACCOUNT}/password`;
const { refreshToken, ...inCookie } = exampleSignedIn;
const COOKIE = `shelfscribe_refresh=${refreshToken}`;
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

let gateway: GatewayEnvironment;
/** Inputs of the requests that reached auth. */
let asked: object[];

beforeAll(async () => {
  gateway = await startGateway({
    LIMIT_REGISTRATIONS_PER_H: 3,
    LIMIT_SIGN_IN_FAILURES: 3,
    TRUSTED_PROXIES: '1',
  });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  asked = [];
  const { owners } = gateway;
  await owners.answerWithExamples();
  const note =
    <T>(answer: T) =>
    (input: object): T => {
      asked.push(input);
      return answer;
    };
  await owners.on(createSession, note(exampleSignedIn));
  await owners.on(refreshSession, note(exampleSignedIn));
  await owners.on(listSessions, note(JSON.stringify(exampleSessions)));
  await owners.on(endSession, note({}));
  await owners.on(endOtherSessions, note({}));
  await owners.on(createAccount, note(exampleRegisteredAccount));
  await owners.on(changePassword, note(exampleSignedIn));
});

const send = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${gateway.origin}${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { ...JSON_TYPE, ...headers },
  });

const credentials = { email: 'ana@example.com', password: 'right' };

describe('a sign-in', () => {
  it('tells auth where it comes from, and answers with the refresh token', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'x'.repeat(300) };
    const response = await send(SIGN_IN, credentials, headers);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual(exampleSignedIn);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(asked).toEqual([{ ...credentials, address: '198.51.100.7', userAgent: 'x'.repeat(256) }]);
  });

  it('puts the refresh token into a cookie on request', async () => {
    const response = await send(SIGN_IN, { ...credentials, refresh: 'cookie' });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual(inCookie);
    expect(response.headers.get('set-cookie')).toBe(
      `${COOKIE}; Max-Age=2592000; Path=${REFRESH}; HttpOnly; SameSite=Strict`,
    );
    expect(asked).toMatchObject([credentials]);
    expect(asked[0]).not.toHaveProperty('refresh');
  });

  it('sets the cookie for HTTPS only where the host is not this machine', async () => {
    const body = JSON.stringify({ ...credentials, refresh: 'cookie' });
    const { headers } = await gateway.raw(
      `POST ${SIGN_IN} HTTP/1.1\r\nHost: api.example.com\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(headers['set-cookie']).toMatch(/^__Secure-shelfscribe_refresh=.+; Secure/);
    // A cookie without the prefix may come from a page without TLS.
    for (const [name, code] of [
      ['__Secure-shelfscribe_refresh', 200],
      ['shelfscribe_refresh', 401],
    ] as const) {
      const { status } = await gateway.raw(
        `POST ${REFRESH} HTTP/1.1\r\nHost: api.example.com\r\nSec-Fetch-Site: same-origin\r\nCookie: ${name}=mine\r\n` +
          `Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      );
      expect([name, status]).toEqual([name, code]);
    }
  });

  it.each([SIGN_IN, '/console/', '/docs'])(
    'has browsers stay with https, once they came by it: %s',
    async (path) => {
      for (const [protocol, hsts] of [
        ['https', 'max-age=31536000'],
        ['http', null],
      ] as const) {
        const headers = { 'x-forwarded-proto': protocol, 'x-forwarded-for': '198.51.100.9' };
        const response = await fetch(`${gateway.origin}${path}`, { headers });
        expect(response.headers.get('strict-transport-security')).toBe(hsts);
      }
    },
  );

  it('with another kind of refresh is refused', async () => {
    const response = await send(SIGN_IN, { ...credentials, refresh: 'body' });
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target: 'refresh' });
  });
});

describe('a refresh', () => {
  it('by the token in the body answers with its successor in the body', async () => {
    const response = await send(REFRESH, { refreshToken: 'mine' }, { cookie: COOKIE });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(exampleSignedIn);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(asked).toEqual([{ refreshToken: 'mine' }]);
  });

  it('by the cookie answers with its successor in the cookie', async () => {
    const response = await send(REFRESH, {}, { ...SAME_ORIGIN, cookie: `a=b; ${COOKIE}; c=d` });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(inCookie);
    expect(response.headers.get('set-cookie')).toContain(`${COOKIE}; Max-Age=2592000; Path=${REFRESH};`);
    expect(asked).toEqual([{ refreshToken }]);
  });

  it.each([
    ['from another site', {}, { 'sec-fetch-site': 'cross-site', cookie: COOKIE }, 403, 'Forbidden'],
    [
      'from another origin of the site',
      {},
      { 'sec-fetch-site': 'same-site', cookie: COOKIE },
      403,
      'Forbidden',
    ],
    ['from an address bar', {}, { 'sec-fetch-site': 'none', cookie: COOKIE }, 403, 'Forbidden'],
    ['without its site', {}, { cookie: COOKIE }, 403, 'Forbidden'],
    ['without the cookie', {}, { ...SAME_ORIGIN, cookie: 'a=b' }, 401, 'Unauthenticated'],
    [
      'as a form',
      'a=b',
      { ...SAME_ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'UnsupportedMediaType',
    ],
    ['with an empty token', { refreshToken: '' }, {}, 400, 'InvalidArgument'],
    ['with a field of another name', { token: 'mine' }, {}, 400, 'InvalidArgument'],
  ])('%s is refused before auth is asked', async (_, body, headers, status, code) => {
    const response = await send(REFRESH, body, headers);
    expect(response.status).toBe(status);
    expect((await errorOf(response)).code).toBe(code);
    expect(asked).toEqual([]);
  });

  it('without a body is refused', async () => {
    const headers = { ...SAME_ORIGIN, cookie: COOKIE };
    const response = await fetch(`${gateway.origin}${REFRESH}`, { method: 'POST', headers });
    expect((await errorOf(response)).code).toBe('InvalidArgument');
  });

  it('has a limit by address of its own', async () => {
    const { headers } = await send(REFRESH, { refreshToken: 'mine' });
    expect(headers.get('ratelimit-policy')).toBe('"refresh";q=60;w=60');
  });
});

describe('the sessions of an account', () => {
  const end = (path: string): Promise<Response> => gateway.call(`${SESSIONS}${path}`, { method: 'DELETE' });
  const actor = {
    accountId: exampleAccount.id,
    workspaceId: exampleAccount.currentWorkspaceId,
    sessionId: exampleAccount.auth.sessionId,
  };

  it('are listed', async () => {
    const response = await gateway.call(`${SESSIONS}?limit=5`);
    expect(await response.json()).toEqual(exampleSessions);
    expect(asked).toEqual([{ actor, limit: 5 }]);
    expect((await gateway.call(`${SESSIONS}?limit=0`)).status).toBe(400);
  });

  it.each([
    ['/current', { actor, id: actor.sessionId }, true],
    [`/${actor.sessionId}`, { actor, id: actor.sessionId }, true],
    ['/other', { actor, id: 'other' }, false],
    ['', { actor }, false],
  ])('end by DELETE …/sessions%s, and the own one clears the cookie', async (path, input, clears) => {
    const response = await end(path);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('set-cookie')).toBe(
      clears ? `shelfscribe_refresh=; Max-Age=0; Path=${REFRESH}; HttpOnly; SameSite=Strict` : null,
    );
    expect(asked).toEqual([input]);
  });

  it('keep the cookie when the end is refused', async () => {
    await gateway.owners.on(endSession, () => new AppError('NotFound', { target: 'id' }));
    const response = await end('/current');
    expect(response.status).toBe(404);
    expect(response.headers.get('set-cookie')).toBeNull();
  });
});

describe('a registration', () => {
  const body = { email: 'ana@example.com', password: 'oak table, three drawers' };

  it('is limited by address and hour', async () => {
    const from = { 'x-forwarded-for': '198.51.100.8' };
    for (let n = 0; n < 3; n += 1) {
      const response = await send(ACCOUNT, body, from);
      expect(response.headers.get('ratelimit-policy')).toBe('"registration";q=3;w=3600');
      expect(await response.json()).toEqual(exampleRegisteredAccount);
    }
    const refused = await send(ACCOUNT, body, from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    await send(ACCOUNT, body, { 'x-forwarded-for': '198.51.100.9' });
    expect(asked).toHaveLength(4);
  });

  it('of IPv6 shares a limit of four times as much with those of the first 48 bits of its address', async () => {
    for (const [n, status] of [...Array<number>(12).fill(201), 429].entries())
      expect((await send(ACCOUNT, body, { 'x-forwarded-for': `2001:db8:9:${n}::1` })).status).toBe(status);
  });
});

describe('a change of password', () => {
  it('answers like a sign-in, with the refresh token in the cookie on request', async () => {
    const body = { currentPassword: 'right', newPassword: 'oak table, three drawers', keepKeys: true };
    const headers = { ...JSON_TYPE, 'user-agent': 'a browser', 'x-forwarded-for': '198.51.100.12' };
    const plain = await gateway.post(PASSWORD, JSON.stringify(body), headers);
    expect(await plain.json()).toEqual(exampleSignedIn);
    const client = { address: '198.51.100.12', userAgent: 'a browser' };
    expect(asked.at(-1)).toMatchObject({ ...body, ...client });
    const cookie = await gateway.post(PASSWORD, JSON.stringify({ ...body, refresh: 'cookie' }), headers);
    expect(await cookie.json()).toEqual(inCookie);
    expect(cookie.headers.get('set-cookie')).toContain(`Path=${REFRESH};`);
  });

  const change = { currentPassword: 'wrong', newPassword: 'oak table, three drawers' };
  const post = (body: object): Promise<Response> =>
    gateway.post(PASSWORD, JSON.stringify(body), { ...JSON_TYPE, 'x-forwarded-for': '198.51.100.10' });
  const refuse = (target: string): Promise<void> =>
    gateway.owners.on(changePassword, () => new AppError('InvalidArgument', { target }));

  it('counts a wrong password like a failed sign-in of the e-mail, and nothing else', async () => {
    for (let n = 0; n < 4; n += 1) expect((await post(change)).status).toBe(200);
    await refuse('newPassword');
    for (let n = 0; n < 4; n += 1) expect((await post(change)).status).toBe(400);
    await refuse('currentPassword');
    for (let n = 0; n < 3; n += 1) expect((await post(change)).status).toBe(400);
    const refused = await post(change);
    expect((await errorOf(refused)).code).toBe('TooManyRequests');
    const from = { 'x-forwarded-for': '198.51.100.10' };
    expect((await send(SIGN_IN, { email: exampleAccount.email, password: 'right' }, from)).status).toBe(429);
  });
});

it('a switch of the workspace tells auth when the token of the request ends, so that it prolongs nothing', async () => {
  const inputs: unknown[] = [];
  await gateway.owners.on(switchWorkspace, (input) => {
    inputs.push(input);
    return exampleToken;
  });
  const expiresAt = Math.floor(Date.now() / 1000) + 90;
  const { status } = await gateway.call(`${SESSIONS}/current/workspace`, {
    method: 'POST',
    body: JSON.stringify({ workspaceId: gateway.claims.wid }),
    headers: { ...JSON_TYPE, authorization: `Bearer ${await gateway.signer.token({ exp: expiresAt })}` },
  });
  expect(status).toBe(200);
  expect(inputs).toEqual([expect.objectContaining({ expiresAt })]);
});
