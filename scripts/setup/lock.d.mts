// Types of lock.mjs for the scripts in TypeScript.

/** Takes a lock and gives the way to release it; nothing when a living process holds it. */
export function tryLock(path: string): (() => void) | undefined;
