// Limits of requests: size and depth of bodies, time to answer. Pure.

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
