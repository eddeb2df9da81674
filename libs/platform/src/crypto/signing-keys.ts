// Makes and opens the keys that sign access tokens, and signs with them.
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
import { seal, unseal } from './sealing.ts';

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
