// Who may come in: access tokens, good and bad, at a running gateway.
import { createServer } from 'node:http';
import { type CryptoKey, exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { AppError, getAccount, listKeys, listProducts, type ErrorResponse } from '#contracts';
import { exampleAccount, exampleProducts } from '../src/openapi/examples.rules.ts';
import {
  BASE,
  CORE,
  errorOf,
  newSigner,
  startGateway,
  usualClaims,
  type RunningGateway,
} from './running-gateway.ts';

let gateway: RunningGateway;
const PRODUCTS = `${BASE}/products`;
const PLAIN = 'Bearer realm="api"';
const BAD_TOKEN = 'Bearer realm="api", error="invalid_token"';
const BAD_REQUEST = 'Bearer realm="api", error="invalid_request"';

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.owners.on(listProducts, () => JSON.stringify(exampleProducts));
  await gateway.owners.on(getAccount, () => exampleAccount);
}, 60_000);
afterAll(() => gateway.close());

const withToken = (token: string): Promise<Response> =>
  gateway.call(PRODUCTS, { headers: { authorization: `Bearer ${token}` } });

/** A token of ours but for its header and claims. */
const crafted = (header: Record<string, unknown>, claims: Record<string, unknown> = {}): Promise<string> =>
  new SignJWT({ ...usualClaims(), ...claims })
    .setProtectedHeader({
      alg: 'RS256',
      typ: 'at+jwt',
      kid: gateway.signer.kid,
      ...header,
    })
    .sign(gateway.signer.key, { crit: { later: false } });

describe('without a token', () => {
  it.each([
    ['GET', `${BASE}/products`],
    ['GET', `${BASE}/products/x`],
    ['POST', `${BASE}/products/import/retailer`],
    ['GET', `${BASE}/products/imports/x`],
    ['POST', `${BASE}/generations`],
    ['GET', `${BASE}/generations/x`],
    ['GET', `${CORE}/accounts`],
    ['HEAD', `${BASE}/products`],
  ])('D1: %s %s is 401 Unauthenticated and names no error', async (method, path) => {
    const response = await fetch(`${gateway.origin}${path}`, { method });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(PLAIN);
    if (method !== 'HEAD') expect((await errorOf(response)).code).toBe('Unauthenticated');
  });

  it('D1: a broken body changes nothing: who asks comes before what is asked', async () => {
    const response = await fetch(`${gateway.origin}${BASE}/generations`, {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'text/plain', accept: 'text/html' },
    });
    expect((await errorOf(response)).code).toBe('Unauthenticated');
  });

  it.each(['Basic dTpw', 'Bearer', 'Bearer ', 'Token abc'])('D2: %j is none', async (authorization) => {
    const response = await fetch(`${gateway.origin}${PRODUCTS}`, { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(PLAIN);
    expect((await errorOf(response)).code).toBe('Unauthenticated');
  });
});

describe('a misplaced token', () => {
  it('D2: sent in two headers is 400', async () => {
    const header = `Authorization: Bearer ${gateway.token}\r\n`;
    const response = await gateway.raw(`GET ${PRODUCTS} HTTP/1.1\r\nHost: x\r\n${header}${header}\r\n`);
    expect(response.status).toBe(400);
    expect(response.headers['www-authenticate']).toBe(BAD_REQUEST);
    expect((JSON.parse(response.text) as ErrorResponse).error).toMatchObject({
      code: 'InvalidArgument',
      target: 'Authorization',
    });
  });

  it('D2: in the query is 400, beside a good header too', async () => {
    const response = await gateway.call(`${PRODUCTS}?access_token=${gateway.token}`);
    expect(response.status).toBe(400);
    expect(response.headers.get('www-authenticate')).toBe(BAD_REQUEST);
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target: 'access_token' });
  });
});

const publicKey = async (): Promise<CryptoKey> => {
  const key = await importJWK({ ...gateway.signer.jwk }, 'RS256');
  if (key instanceof Uint8Array) throw new Error('This is a secret, not a public key.');
  return key;
};

describe('a token that is not ours', () => {
  const now = Math.floor(Date.now() / 1000);
  const tokens: [string, () => Promise<string> | string][] = [
    ['without a signature', () => new UnsecuredJWT({ ...usualClaims() }).encode()],
    [
      'without a signature under our header',
      async () => `${(await crafted({})).split('.').slice(0, 2).join('.')}.`,
    ],
    [
      'signed by HS256 with our public key as the secret',
      async () => {
        const pem = await exportSPKI(await publicKey());
        return new SignJWT({ ...usualClaims() })
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: gateway.signer.kid })
          .sign(new TextEncoder().encode(pem));
      },
    ],
    [
      'of a foreign key under our key id',
      async () =>
        new SignJWT({ ...usualClaims() })
          .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: gateway.signer.kid })
          .sign((await newSigner()).key),
    ],
    ['of a foreign key', async () => (await newSigner()).token()],
    ['with something critical', () => crafted({ crit: ['later'], later: true })],
    ['that has ended', () => crafted({}, { iat: now - 7200, exp: now - 1 })],
    ['that does not hold yet', () => crafted({}, { nbf: now + 600 })],
    ['of another issuer', () => crafted({}, { iss: 'https://other.example' })],
    ['for another audience', () => crafted({}, { aud: 'other' })],
    ['of another type', () => crafted({ typ: 'JWT' })],
    ['without an end', () => crafted({}, { exp: undefined })],
    ['without a workspace', () => crafted({}, { wid: undefined })],
    ['with an account that is no id', () => crafted({}, { sub: 'admin' })],
    ['with a changed payload', async () => changed(await crafted({}))],
    ['that is no token', () => 'abc'],
    ['of three dots', () => '...'],
  ];

  it.each(tokens)('D3, D4: %s is 401 InvalidToken, always in the same words', async (_, make) => {
    const response = await withToken(await make());
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(BAD_TOKEN);
    const { id, ...said } = await errorOf(response);
    expect(said).toEqual({
      code: 'InvalidToken',
      message: 'The access token is not valid or has expired. Sign in again.',
      details: [],
    });
  });

  it('D3: is not asked where its key is: nobody is called', async () => {
    let calls = 0;
    const trap = createServer((_, response) => response.end(String((calls += 1)))).listen(0, '127.0.0.1');
    await new Promise((resolve) => trap.once('listening', resolve));
    const url = `http://127.0.0.1:${(trap.address() as { port: number }).port}/keys`;
    const foreign = await newSigner();
    const token = await new SignJWT({ ...usualClaims() })
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

  it('D4: answers to an account that is gone as to any bad token', async () => {
    await gateway.owners.on(getAccount, () => new AppError('InvalidToken'));
    const response = await gateway.call(`${CORE}/accounts`);
    expect(response.headers.get('www-authenticate')).toBe(BAD_TOKEN);
    expect((await errorOf(response)).code).toBe('InvalidToken');
    await gateway.owners.on(getAccount, () => exampleAccount);
  });
});

function changed(token: string): string {
  const [header, , signature] = token.split('.');
  const other = { ...usualClaims(), wid: '019a8e90-0000-7000-8000-000000000000' };
  return [header, Buffer.from(JSON.stringify(other)).toString('base64url'), signature].join('.');
}

describe('a good token', () => {
  it('D7: says who asks; headers do not', async () => {
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
    const response = await gateway.call(`${CORE}/accounts`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(seen).toEqual([
      {
        accountId: gateway.claims.sub,
        workspaceId: gateway.claims.wid,
        sessionId: gateway.claims.sid,
      },
    ]);
  });

  it('is refused once it has ended, though it was known', async () => {
    const token = await gateway.signer.token({ exp: Math.floor(Date.now() / 1000) + 2 });
    expect((await withToken(token)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect((await errorOf(await withToken(token))).code).toBe('InvalidToken');
  });
});

describe('signing keys', () => {
  /** Makes the gateway's clock run ahead. */
  const later = (ms: number): (() => void) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + ms;
    return () => {
      performance.now = now;
    };
  };

  it('are public and may be kept for a while', async () => {
    const response = await fetch(`${gateway.origin}${CORE}/.well-known/jwks.json`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await response.json()).toEqual({ keys: [gateway.signer.jwk] });
  });

  it('that are unknown are asked for at most once in 30 seconds, however many requests name them', async () => {
    let asked = 0;
    await gateway.owners.on(listKeys, () => {
      asked += 1;
      return { keys: [gateway.signer.jwk] };
    });
    const back = later(40_000);
    const foreign = await newSigner();
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => withToken(await foreign.token({ iat: 1 }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401));
    await withToken(await foreign.token());
    expect(asked).toBe(1);
    back();
  });

  it('may change without a false 401, and a retired one is refused within 30 seconds', async () => {
    const next = await newSigner();
    const old = await gateway.signer.token();
    expect((await withToken(old)).status).toBe(200);
    await gateway.owners.on(listKeys, () => ({ keys: [gateway.signer.jwk, next.jwk] }));
    let back = later(80_000);
    expect((await withToken(await next.token())).status).toBe(200);
    expect((await withToken(old)).status).toBe(200);
    back();
    await gateway.owners.on(listKeys, () => ({ keys: [next.jwk] }));
    back = later(120_000);
    await withToken(old); // the one that makes it look
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await withToken(old)).status).toBe(401);
    expect((await withToken(await next.token())).status).toBe(200);
    await gateway.owners.on(listKeys, () => ({ keys: [gateway.signer.jwk] }));
    back();
    back = later(160_000);
    expect((await withToken(old)).status).toBe(200);
    back();
  });

  it('stay good while auth is away; an unknown one is then 503, not 401', async () => {
    await gateway.owners.off(listKeys);
    const back = later(200_000);
    const foreign = await newSigner();
    const response = await withToken(await foreign.token());
    expect((await errorOf(response)).code).toBe('Unavailable');
    expect(response.headers.get('retry-after')).toBe('1');
    expect((await gateway.call(PRODUCTS)).status).toBe(200);
    back();
    await gateway.owners.on(listKeys, () => ({ keys: [gateway.signer.jwk] }));
  });
});
