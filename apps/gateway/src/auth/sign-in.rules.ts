// Rules of signing in: how much failures slow it down. Pure.

/**
 * Delay of a sign-in in milliseconds, after so many failures of its e-mail: the first `free` ones cost nothing, and each
 * further one a tenth of the longest delay.
 */
export function signInDelayMs(failures: number, free: number, maxMs: number): number {
  return Math.min(maxMs, (Math.max(0, failures - free + 1) * maxMs) / 10);
}
