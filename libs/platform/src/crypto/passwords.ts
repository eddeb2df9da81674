// Hashes and checks passwords with argon2id, a bounded number at once.
import { randomBytes } from 'node:crypto';
import { argon2id, hash, verify } from 'argon2';
import pLimit from 'p-limit';
import { AppError } from '#contracts';

const ARGON2 = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashings at once and hashings that may wait; more are refused, so that memory stays bounded (19 MiB each). */
const HASHING = { running: 4, waiting: 16 };

const limit = pLimit(HASHING.running);

/** Runs one hashing; `share` is the share of all places that may be taken. Error: Unavailable when they are. */
function limited<T>(work: () => Promise<T>, share = 1): Promise<T> {
  const inHand = limit.activeCount + limit.pendingCount;
  if (inHand >= share * (HASHING.running + HASHING.waiting))
    throw new AppError('Unavailable', { retryAfter: 1 });
  return limit(work);
}

/** Hashes a password with argon2id (19 MiB, t=2, p=1). */
export async function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password, ARGON2));
}

/** A hash that no password matches; checking it costs as much as checking a real one. */
const unmatchable = hash(randomBytes(32), ARGON2);

/**
 * Checks a password against a hash. Without a hash (unknown e-mail) it takes the same time and returns false. A
 * suspect check leaves half of the places to others. Error: Unavailable when too many wait.
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
  isSuspect = false,
): Promise<boolean> {
  const against = stored ?? (await unmatchable);
  const matches = await limited(() => verify(against, password), isSuspect ? 0.5 : 1);
  return stored !== undefined && matches;
}
