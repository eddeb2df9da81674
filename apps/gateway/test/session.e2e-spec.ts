// Tests how the gateway authenticates requests: access tokens, good and bad, and signing keys.
import { createServer } from 'node:http';
import { mock } from 'node:test';
import { type CryptoKey, exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { AppError, getAccount, listKeys } from '#contracts';
import { until } from '#testing/until';
import { exampleAccount } from '../src/openapi/examples/account-examples.ts';
import {
  ACCOUNT,
  BASE,
  CORE,
  GENERATIONS,
  PRODUCTS,
  errorIn,
  errorOf,
  newSigner,
  startGateway,
  validClaims,
  type GatewayEnvironment,
} from './gateway-environment.ts';

const PLAIN = 'Bearer realm="api"';
const BAD_TOKEN = 'Bearer realm="api", error="invalid_token"';
const BAD_REQUEST = 'Bearer realm="api", error="invalid_request"';

let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => gateway.owners.answerWithExamples());
afterEach(() => mock.restoreAll());

const withToken = (token: string): Promise<Response> =>
  gateway.call(PRODUCTS, { headers: { authorization: `Bearer ${token}` } });

/** A token signed with our key, with changes to its header and claims. */
const crafted = (header: Record<string, unknown>, claims: Record<string, unknown> = {}): Promise<string> =>
  new SignJWT({ ...validClaims(), ...claims })
    .setProtectedHeader({
      alg: 'RS256',
      typ: 'at+jwt',
      kid: gateway.signer.kid,
      ...header,
    })
    .sign(gateway.signer.key, { crit: { later: false } });

describe('a request without a token', () => {
  it.each([
    ['GET', PRODUCTS],
    ['GET', `${BASE}/products/x`],
    ['POST', `${BASE}/products/import/retailer`],
    ['GET', `${BASE}/products/imports/x`],
    ['POST', GENERATIONS],
    ['GET', `${GENERATIONS}/x`],
    ['GET', ACCOUNT],
    ['HEAD', PRODUCTS],
  ])('%s %s is refused as Unauthenticated, without an error in the challenge', async (method, path) => {
    const response = await fetch(`${gateway.origin}${path}`, { method });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(PLAIN);
    if (method !== 'HEAD') expect((await errorOf(response)).code).toBe('Unauthenticated');
  });

  it('is refused before its malformed body is checked', async () => {
    const response = await fetch(`${gateway.origin}${GENERATIONS}`, {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'text/plain', accept: 'text/html' },
    });
    expect((await errorOf(response)).code).toBe('Unauthenticated');
  });

  it.each(['Basic dTpw', 'Bearer', 'Bearer ', 'Token abc'])(
    'may have the header %j and is still refused as Unauthenticated',
    async (authorization) => {
      const response = await fetch(`${gateway.origin}${PRODUCTS}`, { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(PLAIN);
      expect((await errorOf(response)).code).toBe('Unauthenticated');
    },
  );
});

describe('a misplaced token', () => {
  it('in two headers is refused with 400', async () => {
    const header = `Authorization: Bearer ${gateway.token}\r\n`;
    const response = await gateway.raw(`GET ${PRODUCTS} HTTP/1.1\r\nHost: x\r\n${header}${header}\r\n`);
    expect(response.status).toBe(400);
    expect(response.headers['www-authenticate']).toBe(BAD_REQUEST);
    expect(errorIn(response)).toMatchObject({
      code: 'InvalidArgument',
      target: 'Authorization',
    });
  });

  it('in the query is refused with 400, even with a valid header', async () => {
    const response = await gateway.call(`${PRODUCTS}?access_token=${gateway.token}`);
    expect(response.status).toBe(400);
    expect(response.headers.get('www-authenticate')).toBe(BAD_REQUEST);
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target: 'access_token' });
  });
});

const publicKey = async (): Promise<CryptoKey> => {
  const key = await importJWK({ ...gateway.signer.jwk }, 'RS256');
  if (key instanceof Uint8Array) throw new Error('The key is a secret, not a public key.');
  return key;
};

describe('an invalid token', () => {
  const now = Math.floor(Date.now() / 1000);
  const tokens: [string, () => Promise<string> | string][] = [
    ['without a signature', () => new UnsecuredJWT({ ...validClaims() }).encode()],
    [
      'without a signature under our header',
      async () => `${(await crafted({})).split('.').slice(0, 2).join('.')}.`,
    ],
    [
      'signed by HS256 with our public key as the secret',
      async () => {
        const pem = await exportSPKI(await publicKey());
        return new SignJWT({ ...validClaims() })
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: gateway.signer.kid })
          .sign(new TextEncoder().encode(pem));
      },
    ],
    [
      'signed by a foreign key under our key id',
      async () =>
        new SignJWT({ ...validClaims() })
          .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: gateway.signer.kid })
          .sign((await newSigner()).key),
    ],
    ['signed by a foreign key', async () => (await newSigner()).token()],
    ['with a critical extension', () => crafted({ crit: ['later'], later: true })],
    ['that has expired', () => crafted({}, { iat: now - 7200, exp: now - 1 })],
    ['that is not valid yet', () => crafted({}, { nbf: now + 600 })],
    ['of another issuer', () => crafted({}, { iss: 'https://other.example' })],
    ['for another audience', () => crafted({}, { aud: 'other' })],
    ['of another type', () => crafted({ typ: 'JWT' })],
    ['without an expiry', () => crafted({}, { exp: undefined })],
    ['without a workspace', () => crafted({}, { wid: undefined })],
    ['with an account that is not an id', () => crafted({}, { sub: 'admin' })],
    ['with a changed payload', async () => changed(await crafted({}))],
    ['of random text', () => 'abc'],
    ['of three dots', () => '...'],
  ];

  it.each(tokens)('%s is refused as InvalidToken, always with the same body', async (_, make) => {
    const response = await withToken(await make());
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(BAD_TOKEN);
    const { id, ...error } = await errorOf(response);
    expect(error).toEqual({
      code: 'InvalidToken',
      message: 'The access token is not valid or has expired. Sign in again.',
      details: [],
    });
  });

  it('cannot make the gateway fetch a key from a URL in its header', async () => {
    let calls = 0;
    const trap = createServer((_, response) => response.end(String((calls += 1)))).listen(0, '127.0.0.1');
    await new Promise((resolve) => trap.once('listening', resolve));
    const url = `http://127.0.0.1:${(trap.address() as { port: number }).port}/keys`;
    const foreign = await newSigner();
    const token = await new SignJWT({ ...validClaims() })
      .setProtectedHeader({
        alg: 'RS256',
        typ: 'at+jwt',
        kid: 'theirs',
        jku: url,
        x5u: url,
        jwk: foreign.jwk,
      })
      .sign(foreign.key);
    expect((await errorOf(await withToken(token))).code).toBe('InvalidToken');
    expect(calls).toBe(0);
    await new Promise((resolve) => trap.close(resolve));
  });

  it('of a deleted account is refused like any invalid token', async () => {
    await gateway.owners.on(getAccount, () => new AppError('InvalidToken'));
    const response = await gateway.call(ACCOUNT);
    expect(response.headers.get('www-authenticate')).toBe(BAD_TOKEN);
    expect((await errorOf(response)).code).toBe('InvalidToken');
  });
});

function changed(token: string): string {
  const [header, , signature] = token.split('.');
  const other = { ...validClaims(), wid: '019a8e90-0000-7000-8000-000000000000' };
  return [header, Buffer.from(JSON.stringify(other)).toString('base64url'), signature].join('.');
}

describe('a valid token', () => {
  it('determines the actor, whatever other headers claim', async () => {
    const seen: unknown[] = [];
    await gateway.owners.on(getAccount, ({ actor }) => {
      seen.push(actor);
      return exampleAccount;
    });
    const headers = {
      'x-forwarded-for': '10.0.0.1',
      'x-user-id': 'admin',
      'x-workspace-id': 'other',
      'x-request-id': 'mine',
    };
    const response = await gateway.call(ACCOUNT, { headers });
    expect(response.status).toBe(200);
    const inCapitals = await gateway.signer.token({ wid: gateway.claims.wid.toUpperCase() });
    await gateway.call(ACCOUNT, { headers: { authorization: `Bearer ${inCapitals}` } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const actor = {
      accountId: gateway.claims.sub,
      workspaceId: gateway.claims.wid,
      sessionId: gateway.claims.sid,
    };
    expect(seen).toEqual([actor, actor]);
  });

  it('is refused after its expiry, even if it was remembered', async () => {
    const exp = Math.floor(Date.now() / 1000) - 3600;
    const token = await gateway.signer.token({ exp });
    let now = exp * 1000 - 1000;
    mock.method(Date, 'now', () => now);
    expect((await withToken(token)).status).toBe(200);
    now = exp * 1000 - 1;
    expect((await withToken(token)).status).toBe(200);
    now = exp * 1000;
    expect((await errorOf(await withToken(token))).code).toBe('InvalidToken');
  });
});

describe('signing keys', () => {
  const now = performance.now.bind(performance);
  /** Moves the gateway's clock by this many milliseconds, more in every test than in the one before. */
  const moveClock = (ms: number): void => {
    performance.now = () => now() + ms;
  };
  beforeEach(() => gateway.owners.on(listKeys, () => ({ keys: [gateway.signer.jwk] })));
  afterEach(() => moveClock(0));

  it('are public and may be cached for 300 seconds', async () => {
    const response = await fetch(`${gateway.origin}${CORE}/.well-known/jwks.json`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await response.json()).toEqual({ keys: [gateway.signer.jwk] });
  });

  it('that are unknown are fetched at most once in 30 seconds, however many requests name them', async () => {
    let asked = 0;
    await gateway.owners.on(listKeys, () => {
      asked += 1;
      return { keys: [gateway.signer.jwk] };
    });
    moveClock(40_000);
    const foreign = await newSigner();
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => withToken(await foreign.token({ iat: 1 }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401));
    await withToken(await foreign.token());
    expect(asked).toBe(1);
  });

  it('may be rotated without a false 401, and a retired key is refused within 30 seconds', async () => {
    const next = await newSigner();
    const old = await gateway.signer.token();
    expect((await withToken(old)).status).toBe(200);
    await gateway.owners.on(listKeys, () => ({ keys: [gateway.signer.jwk, next.jwk] }));
    moveClock(80_000);
    expect((await withToken(await next.token())).status).toBe(200);
    expect((await withToken(old)).status).toBe(200);
    await gateway.owners.on(listKeys, () => ({ keys: [next.jwk] }));
    moveClock(120_000);
    // The first request starts the renewal in the background.
    await until('the old key is refused', async () => (await withToken(old)).status === 401);
    expect((await withToken(await next.token())).status).toBe(200);
    await gateway.owners.on(listKeys, () => ({ keys: [gateway.signer.jwk] }));
    moveClock(160_000);
    expect((await withToken(old)).status).toBe(200);
  });

  it('stay valid while auth is down, and an unknown key is then answered with 503, not 401', async () => {
    await gateway.owners.off(listKeys);
    moveClock(200_000);
    const foreign = await newSigner();
    const response = await withToken(await foreign.token());
    expect((await errorOf(response)).code).toBe('Unavailable');
    expect(response.headers.get('retry-after')).toBe('1');
    expect((await gateway.call(PRODUCTS)).status).toBe(200);
  });
});
