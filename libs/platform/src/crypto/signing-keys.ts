// Makes, seals and opens the keys that sign access tokens, and signs with them.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import {
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  SignJWT,
  type CryptoKey,
} from 'jose';
import { ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_TYPE, type AccessTokenClaims } from '#contracts';

/** A signing key pair: the public half as JWK fields, the private half sealed. */
export interface NewSigningKey {
  kid: string;
  n: string;
  e: string;
  sealedPrivateKey: string;
}

/** Makes an RS256 key pair; its id is the thumbprint of its public half (RFC 7638). */
export async function newSigningKey(secret: string): Promise<NewSigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(ACCESS_TOKEN_ALGORITHM, {
    modulusLength: 2048,
    extractable: true,
  });
  const jwk = await exportJWK(publicKey);
  const { n = '', e = '' } = jwk;
  const kid = await calculateJwkThumbprint(jwk);
  return { kid, n, e, sealedPrivateKey: seal(secret, await exportPKCS8(privateKey)) };
}

/** Opens the sealed private half of a signing key. */
export function openSigningKey(secret: string, sealedPrivateKey: string): Promise<CryptoKey> {
  return importPKCS8(unseal(secret, sealedPrivateKey), ACCESS_TOKEN_ALGORITHM);
}

/** Signs an access token. */
export function signAccessToken(claims: AccessTokenClaims, kid: string, key: CryptoKey): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: ACCESS_TOKEN_ALGORITHM, typ: ACCESS_TOKEN_TYPE, kid })
    .sign(key);
}

/** Secret → key, because scrypt is slow on purpose. */
const sealingKeys = new Map<string, Buffer>();

function sealingKey(secret: string): Buffer {
  const known = sealingKeys.get(secret);
  if (known) return known;
  const key = scryptSync(secret, 'shelfscribe-sealing', 32);
  sealingKeys.set(secret, key);
  return key;
}

/** Encrypts and authenticates a text (AES-256-GCM): 12 bytes of nonce, 16 of tag, then the cipher text. */
function seal(secret: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

function unseal(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
