// All cryptography of the project, in one place to review: passwords, signing keys, tokens, sealed cursors, hashes.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { argon2id, hash, verify } from 'argon2';
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT, type CryptoKey } from 'jose';
import { AppError, ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_TYPE, type AccessTokenClaims } from '#contracts';

const ARGON2 = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Most passwords hashed at once, and most that wait for it; more are refused, so that memory stays bounded. */
const HASHING = { running: 4, waiting: 16 };

let running = 0;
const waiting: (() => void)[] = [];

/** Runs one hashing when its turn comes. Errors: Unavailable when too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= HASHING.running) {
    if (waiting.length >= HASHING.waiting) throw new AppError('Unavailable', { retryAfter: 1 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Hashes a password with argon2id (19 MiB, t=2, p=1). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2));
}

/** A hash that no password matches, as dear to check as a real one. */
const nobody = hash(randomBytes(32), ARGON2);

/**
 * Checks a password against a hash; without a hash (unknown e-mail) it takes the same time and is false.
 * Errors: Unavailable when too many wait.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await nobody);
  const matches = await inTurn(() => verify(against, password));
  return stored !== undefined && matches;
}

/** A signing key pair: the public half as JWK fields, the private half sealed. */
export interface NewSigningKey {
  kid: string;
  n: string;
  e: string;
  sealedPrivateKey: string;
}

/** Makes an RS256 key pair; its id is the thumbprint of its public half. */
export async function newSigningKey(secret: string): Promise<NewSigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(ACCESS_TOKEN_ALGORITHM, {
    modulusLength: 2048,
    extractable: true,
  });
  const { n = '', e = '' } = await exportJWK(publicKey);
  const kid = createHash('sha256').update(`${n}.${e}`).digest('base64url').slice(0, 22);
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

const keyOf = new Map<string, Buffer>();

function sealingKey(secret: string): Buffer {
  const known = keyOf.get(secret);
  if (known) return known;
  const key = scryptSync(secret, 'shelfscribe-sealing', 32);
  keyOf.set(secret, key);
  return key;
}

/** Encrypts and authenticates a text (AES-256-GCM). */
function seal(secret: string, text: string): string {
  const randomToken = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), randomToken);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([randomToken, cipher.getAuthTag(), body]).toString('base64url');
}

function unseal(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** A tag that only the holder of the secret can make for these words. */
export function hmac(secret: string, ...words: string[]): string {
  const told = words.map((word) => `${Buffer.byteLength(word)}:${word}`).join('');
  return createHmac('sha256', secret).update(told).digest('base64url').slice(0, 22);
}

/** Compares two texts in constant time. */
export function equalInConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** SHA-256 of a JSON value, whatever the order of its keys; tells equal contents. */
export function contentHash(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('base64url');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

/** A random word of 128 bits for one-time use. */
export function nonce(): string {
  return randomBytes(16).toString('base64url');
}
