// The rule of refresh tokens: each one is good for one successor. Pure.

/**
 * Time for which a token may be used again after its successor was made, in seconds: a client may send two requests at once,
 * or lose the answer to one.
 */
export const GRACE_SECONDS = 10;

/** What a session knows of its refresh tokens. */
export interface KnownTokens {
  /** Hash of the present token. */
  refreshHash: string;
  /** Hash of the one before it. */
  parentHash: string | null;
  /** True while the grace of the token before it lasts. */
  isInGrace: boolean;
}

/** How a token is used: for the first time, again while that is allowed, or again by somebody who has a copy. */
export type TokenUse = 'first' | 'repeated' | 'reused';

/** The use of a token of the session that has this hash. */
export function tokenUse({ refreshHash, parentHash, isInGrace }: KnownTokens, hash: string): TokenUse {
  if (hash === refreshHash) return 'first';
  return hash === parentHash && isInGrace ? 'repeated' : 'reused';
}
