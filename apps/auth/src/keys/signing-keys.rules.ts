// Decides when a signing key is made, published, used and retired.
import { ACCESS_TOKEN_SECONDS, CLOCK_LEEWAY_SECONDS } from '#contracts';
import type { SigningKey } from '../tables/index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Time from publication to the first signature, in milliseconds: by then every cached key set holds the key. */
const LEAD_MS = 15 * MINUTE_MS;

/** Number and times of a key. */
export type KeyTimes = Pick<SigningKey, 'number' | 'publishedAt' | 'signsFrom' | 'retiredAt'>;

/** Number and times of a key to make now. */
interface DueKey extends KeyTimes {
  retiredAt: null;
  /** When the keys before it retire. */
  predecessorsRetireAt: Date;
}

/**
 * The key that signs now: the youngest with `signsFrom` in the past. If another copy of auth with a fast clock made
 * the first key, even its `signsFrom` may lie ahead; then it is the oldest key. Undefined when there is no key.
 */
export function signingKey<K extends KeyTimes>(keys: readonly K[], now: Date): K | undefined {
  const byAge = publishedKeys(keys, now).toSorted((a, b) => b.number - a.number);
  return byAge.find((key) => key.signsFrom <= now) ?? byAge.at(-1);
}

/** The keys of the public key set: those that sign, will sign, or signed a token that may still be valid. */
export function publishedKeys<K extends KeyTimes>(keys: readonly K[], now: Date): K[] {
  return keys.filter((key) => !isRetired(key, now));
}

/** The keys to delete. */
export function retiredKeys<K extends KeyTimes>(keys: readonly K[], now: Date): K[] {
  return keys.filter((key) => isRetired(key, now));
}

function isRetired({ retiredAt }: KeyTimes, now: Date): boolean {
  return retiredAt !== null && retiredAt <= now;
}

/** The key to make now; undefined while none is due. The first key signs at once, a later one after LEAD_MS. */
export function dueKey(keys: readonly KeyTimes[], now: Date, rotationDays: number): DueKey | undefined {
  const youngest = keys.toSorted((a, b) => b.number - a.number)[0];
  if (youngest && after(youngest.signsFrom, rotationDays * DAY_MS - LEAD_MS) > now) return undefined;
  const signsFrom = youngest ? after(now, LEAD_MS) : now;
  return {
    number: (youngest?.number ?? 0) + 1,
    publishedAt: now,
    signsFrom,
    retiredAt: null,
    predecessorsRetireAt: after(signsFrom, (ACCESS_TOKEN_SECONDS + CLOCK_LEEWAY_SECONDS) * 1000),
  };
}

function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}
