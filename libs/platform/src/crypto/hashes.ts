// Hashes, HMACs, random tokens, and their comparison.
import { createHash, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The HMAC (SHA-256, 132 bits of it) of these words; only the holder of the secret can make it. */
export function hmac(secret: string, ...words: string[]): string {
  const text = words.map((word) => `${Buffer.byteLength(word)}:${word}`).join('');
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}

/** Compares two texts in constant time. */
export function equalInConstantTime(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** SHA-256 of a JSON value, whatever the order of its keys: equal contents have equal hashes. */
export function contentHash(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('base64url');
}

/** SHA-256 of bytes, 132 bits of it. */
export function bytesHash(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64url').slice(0, 22);
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

/** A random text of 128 bits for one-time use. */
export function nonce(): string {
  return randomBytes(16).toString('base64url');
}
