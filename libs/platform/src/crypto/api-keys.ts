// API keys: random secrets of a recognisable form, of which only a hash is stored.
import { createHash, randomBytes } from 'node:crypto';

/** How every API key begins, so that scanners of repositories recognise one. */
export const API_KEY_START = 'ssk_';
const RANDOM_BYTES = 32;
const CHECKSUM_LENGTH = 6;

/** A new API key: `ssk_`, 256 random bits and a checksum. */
export function newApiKey(): string {
  const start = API_KEY_START + randomBytes(RANDOM_BYTES).toString('base64url');
  return start + checksum(start);
}

/** True for a text with the form and the checksum of an API key: a mistyped key is refused without a look-up. */
export function isApiKey(text: string): boolean {
  const start = text.slice(0, -CHECKSUM_LENGTH);
  return text.startsWith(API_KEY_START) && text.slice(-CHECKSUM_LENGTH) === checksum(start);
}

/** The hash under which a key is stored. Unlike a password, 256 random bits need no slow hash. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function checksum(text: string): string {
  return hashApiKey(text).slice(0, CHECKSUM_LENGTH);
}
