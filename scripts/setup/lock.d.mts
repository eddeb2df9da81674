// Types of lock.mjs for the scripts in TypeScript.

/** Takes a lock until this process ends. Gives false while another living process holds it. */
export function tryLock(path: string): boolean;
