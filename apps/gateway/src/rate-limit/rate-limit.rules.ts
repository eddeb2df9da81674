// When the window of a limit ends. Pure.

/**
 * Whole seconds from `now` until `end`, at least 1; both in milliseconds. The difference is rounded to milliseconds
 * first, because adding 60 s to a moment and subtracting the moment again can leave 60.0000000001 s.
 */
export function secondsUntil(end: number, now: number): number {
  return Math.max(1, Math.ceil(Math.round(end - now) / 1000));
}
