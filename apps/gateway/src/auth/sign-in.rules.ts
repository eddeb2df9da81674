// Rules of signing in: how much failures slow it down. Pure.

const DELAY_STEP_MS = 200;
const MAX_DELAY_MS = 2000;

/** Delay of a sign-in in milliseconds, after so many failures of its e-mail; the first `free` ones cost nothing. */
export function signInDelayMs(failures: number, free: number): number {
  return Math.min(MAX_DELAY_MS, Math.max(0, failures - free + 1) * DELAY_STEP_MS);
}
