// API keys and codes of invitations: random secrets of a recognisable form, of which only a hash is stored.
import { createHash, randomBytes } from 'node:crypto';
import { MAIN_CELL } from '#contracts';

/** How every API key begins, so that scanners of repositories recognise one. */
export const API_KEY_START = 'ssk_';
/** How every code of an invitation begins. */
const INVITATION_START = 'ssi_';
const RANDOM_BYTES = 32;
const CHECKSUM_LENGTH = 6;
/** Random characters of a key that stay visible. */
const VISIBLE_LENGTH = 8;

/**
 * A new API key: `ssk_`, 256 random bits and a checksum. One for another cell than the main one is `ssk_<cell>.…`, so that what
 * routes requests need not ask; nothing else in a key is a dot.
 */
export function newApiKey(cell = MAIN_CELL): string {
  return newSecret(cell === MAIN_CELL ? API_KEY_START : `${API_KEY_START}${cell}.`);
}

/** How a key begins: what stays visible, so that a person can tell keys apart. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, Math.max(API_KEY_START.length, key.indexOf('.') + 1) + VISIBLE_LENGTH);
}

/** The code of a new invitation: `ssi_`, 256 random bits and a checksum. */
export function newInvitationCode(): string {
  return newSecret(INVITATION_START);
}

/** True for a text with the form and the checksum of an API key: a mistyped key is refused without a look-up. */
export function isApiKey(text: string): boolean {
  return hasForm(text, API_KEY_START);
}

/** The hash under which a secret is stored. Unlike a password, 256 random bits need no slow hash. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The hash of the code of an invitation; undefined for a text without its form and checksum. */
export function hashInvitationCode(code: string): string | undefined {
  return hasForm(code, INVITATION_START) ? hashApiKey(code) : undefined;
}

function newSecret(begin: string): string {
  const start = begin + randomBytes(RANDOM_BYTES).toString('base64url');
  return start + checksum(start);
}

function hasForm(text: string, begin: string): boolean {
  const start = text.slice(0, -CHECKSUM_LENGTH);
  return text.startsWith(begin) && text.slice(-CHECKSUM_LENGTH) === checksum(start);
}

function checksum(text: string): string {
  return hashApiKey(text).slice(0, CHECKSUM_LENGTH);
}
