// Tests passwords, signing keys, HMACs and hashes.
import { createLocalJWKSet, jwtVerify } from 'jose';
import { ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_TYPE } from '#contracts';
import {
  apiKeyPrefix,
  contentHash,
  hashApiKey,
  hashPassword,
  isApiKey,
  newApiKey,
  newSigningKey,
  openSigningKey,
  equalInConstantTime,
  signAccessToken,
  hmac,
  verifyPassword,
} from './index.ts';

describe('a password', () => {
  it('matches only its own argon2id hash, up to the last character', async () => {
    const long = 'p'.repeat(1023);
    const stored = await hashPassword(`${long}x`);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$|^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(stored, `${long}x`)).toBe(true);
    expect(await verifyPassword(stored, `${long}y`)).toBe(false);
    expect(await verifyPassword(undefined, `${long}x`)).toBe(false);
  });

  it('is refused with Unavailable when 20 others already run or wait', async () => {
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => hashPassword('x')));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(20);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'Unavailable', retryAfter: 1 });
  }, 30_000); // 20 hashes take seconds where others use the cores too

  it('that is suspect takes at most half of these places', async () => {
    const stored = await hashPassword('x');
    const suspects = Array.from({ length: 40 }, () => verifyPassword(stored, 'y', true));
    const others = Array.from({ length: 10 }, () => verifyPassword(stored, 'x'));
    const refused = (await Promise.allSettled(suspects)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(30);
    expect(await Promise.all(others)).toEqual(Array(10).fill(true));
  });
});

describe('a signing key', () => {
  const claims = {
    iss: 'https://issuer.example',
    aud: 'api',
    sub: '0199c000-0000-7000-8000-000000000001',
    wid: '0199c000-0000-7000-8000-000000000002',
    sid: '0199c000-0000-7000-8000-000000000003',
    jti: '0199c000-0000-7000-8000-000000000004',
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 60,
  };

  it('signs tokens that its public half verifies, and opens only with its own secret', async () => {
    const { kid, n, e, sealedPrivateKey } = await newSigningKey('the secret of the keys');
    const key = await openSigningKey('the secret of the keys', sealedPrivateKey);
    const token = await signAccessToken(claims, kid, key);
    const keys = createLocalJWKSet({
      keys: [{ kty: 'RSA', use: 'sig', alg: ACCESS_TOKEN_ALGORITHM, kid, n, e }],
    });
    const { payload, protectedHeader } = await jwtVerify(token, keys, { audience: 'api' });
    expect(payload).toEqual(claims);
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: ACCESS_TOKEN_TYPE, kid });
    expect(() => openSigningKey('another secret', sealedPrivateKey)).toThrow();
    expect(sealedPrivateKey).not.toContain('PRIVATE');
  });
});

describe('an HMAC', () => {
  it('depends on the secret, on every word, and on the boundaries between words', () => {
    const hmacs = [hmac('s', 'ab', 'c'), hmac('s', 'a', 'bc'), hmac('s', 'abc'), hmac('t', 'ab', 'c')];
    expect(new Set(hmacs).size).toBe(4);
    expect(equalInConstantTime(hmac('s', 'ab', 'c'), hmacs[0] ?? '')).toBe(true);
    expect(equalInConstantTime('short', 'longer')).toBe(false);
  });
});

describe('a content hash', () => {
  it('does not depend on the order of keys, and differs when the content differs', () => {
    expect(contentHash({ a: 1, b: { c: [1, 2], d: undefined } })).toBe(
      contentHash({ b: { c: [1, 2] }, a: 1 }),
    );
    expect(contentHash({ a: [1, 2] })).not.toBe(contentHash({ a: [2, 1] }));
    expect(contentHash({ a: null })).not.toBe(contentHash({}));
  });
});

describe('an API key', () => {
  it('is random, and recognised by its form and checksum', () => {
    const one = newApiKey();
    const other = newApiKey();
    expect(one).toMatch(/^ssk_[\w-]{49}$/);
    expect(apiKeyPrefix(one)).toBe(one.slice(0, 12));
    expect(one).not.toBe(other);
    expect(isApiKey(one)).toBe(true);
    for (const wrong of [
      `${one}x`,
      one.slice(1),
      one.slice(0, -1),
      other.slice(0, -6) + one.slice(-6),
      'ssk_',
      '',
    ])
      expect(isApiKey(wrong)).toBe(false);
  });

  it('names its cell, unless that is the main one', () => {
    const key = newApiKey('eu-2');
    expect(key).toMatch(/^ssk_eu-2\.[\w-]{49}$/);
    expect(isApiKey(key)).toBe(true);
    expect(isApiKey(key.replace('eu-2', 'eu-3'))).toBe(false);
    expect(apiKeyPrefix(key)).toBe(key.slice(0, 17));
  });

  it('has a hash of 256 bits', () => {
    expect(hashApiKey('ssk_x')).toMatch(/^[\w-]{43}$/);
    expect(hashApiKey('ssk_x')).not.toBe(hashApiKey('ssk_y'));
  });
});
