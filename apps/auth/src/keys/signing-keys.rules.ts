// The life of a signing key: published, then signing, then retired. Pure: the moment is always given.
import { ACCESS_TOKEN_SECONDS } from '#contracts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** From publication to the first signature, in milliseconds: by then every copy of the key set knows the key. */
const LEAD_MS = 15 * MINUTE_MS;
/** How much longer than its last token a key stays published, in milliseconds: clocks differ. */
const LEEWAY_MS = 5 * MINUTE_MS;

/** The moments in a key's life. */
export interface KeyTimes {
  /** 1 for the first key, and one more for each that follows. */
  number: number;
  publishedAt: Date;
  signsFrom: Date;
  /** From then on no live token bears its signature; null until a successor is made. */
  retiredAt: Date | null;
}

/** A key that is to be made. */
interface DueKey extends KeyTimes {
  retiredAt: null;
  /** When the keys before it retire. */
  othersRetireAt: Date;
}

/**
 * The key that signs now: the youngest whose time has come. When another copy's clock is ahead, not even the
 * first key's time may have come; then it is the first. Undefined when there is no key.
 */
export function signingKey<K extends KeyTimes>(keys: readonly K[], now: Date): K | undefined {
  const byAge = publishedKeys(keys, now).toSorted((a, b) => b.number - a.number);
  return byAge.find((key) => key.signsFrom <= now) ?? byAge.at(-1);
}

/** The keys that verifiers may meet: those that sign, will sign, or signed a token that may still live. */
export function publishedKeys<K extends KeyTimes>(keys: readonly K[], now: Date): K[] {
  return keys.filter((key) => !isRetired(key, now));
}

/** The keys to be forgotten. */
export function retiredKeys<K extends KeyTimes>(keys: readonly K[], now: Date): K[] {
  return keys.filter((key) => isRetired(key, now));
}

function isRetired({ retiredAt }: KeyTimes, now: Date): boolean {
  return retiredAt !== null && retiredAt <= now;
}

/** The key to be made now, if it is time: the first one signs at once, a later one after its lead. */
export function dueKey(keys: readonly KeyTimes[], now: Date, rotationDays: number): DueKey | undefined {
  const youngest = keys.toSorted((a, b) => b.number - a.number)[0];
  if (youngest && after(youngest.signsFrom, rotationDays * DAY_MS - LEAD_MS) > now) return undefined;
  const signsFrom = youngest ? after(now, LEAD_MS) : now;
  return {
    number: (youngest?.number ?? 0) + 1,
    publishedAt: now,
    signsFrom,
    retiredAt: null,
    othersRetireAt: after(signsFrom, ACCESS_TOKEN_SECONDS * 1000 + LEEWAY_MS),
  };
}

function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}
