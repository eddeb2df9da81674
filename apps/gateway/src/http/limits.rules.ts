// Limits of requests: size and depth of bodies, time to answer, who counts as one, what failures cost. Pure.

/** Bytes of a body, unless its route says otherwise. */
export const MAX_BODY_BYTES = 16 * 1024;

/** Levels of nesting in a body. */
export const MAX_BODY_DEPTH = 32;

/** Longest time that a request waits for an owner's answer, in milliseconds. */
export const ANSWER_MS = 3000;

/** True when a JSON value nests deeper than a limit; never looks below it, so depth cannot exhaust the stack. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((part) => isDeeperThan(part, limit - 1));
}

/**
 * What counts as one address: an IPv4 address, or the first 64 bits of an IPv6 one, since a single customer gets
 * all that begin with them.
 */
export function addressGroup(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [left = [], right = []] = plain.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':');
}

const DELAY_STEP_MS = 200;
const MAX_DELAY_MS = 2000;

/** How long a sign-in is held up, in milliseconds, after failures of its e-mail of which some are free. */
export function signInDelayMs(failures: number, free: number): number {
  return Math.min(MAX_DELAY_MS, Math.max(0, failures - free + 1) * DELAY_STEP_MS);
}

/**
 * Whole seconds until a moment, at least one; both in milliseconds. Rounded to these first: of 60 s that were added
 * to a moment and taken away again, 60.0000000001 may be left.
 */
export function secondsUntil(end: number, now: number): number {
  return Math.max(1, Math.ceil(Math.round(end - now) / 1000));
}
