// Refresh tokens: each one is derived from the one before it, and only hashes of them are stored.
import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A prefix for secret scanners, 128 bits that all tokens of a session share, and 256 bits of this one. */
const FORM = /^(ssr_[\w-]{22})[\w-]{43}$/;

/** The hashes of a refresh token: of the part that finds its session, and of the whole. */
export interface RefreshTokenHashes {
  family: string;
  token: string;
}

/** The first refresh token of a session. */
export function newRefreshToken(): string {
  return `ssr_${randomBytes(16).toString('base64url')}${randomBytes(32).toString('base64url')}`;
}

/** The successor of a refresh token: under one key always the same, and unknown to everybody without the key. */
export function nextRefreshToken(key: string, token: string): string {
  const family = FORM.exec(token)?.[1] ?? '';
  return `${family}${createHmac('sha256', key).update(token).digest('base64url')}`;
}

/** The hashes of a refresh token; undefined for a text of another form. */
export function refreshTokenHashes(token: string): RefreshTokenHashes | undefined {
  const family = FORM.exec(token)?.[1];
  return family === undefined ? undefined : { family: sha256(family), token: sha256(token) };
}

/** Fast, because a random secret needs no slow hash. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
