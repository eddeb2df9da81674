// The four ways in which an attempt of a job ends. Handlers return them; job-attempt.ts maps them to BullMQ.

/** How an attempt of a job ended. Times are in milliseconds. */
export type JobOutcome =
  /** The work is done, or nothing was left to do. */
  | { state: 'done' }
  /** The attempt failed and counts; the next one comes after `afterMs`, by default after an exponential back-off. */
  | { state: 'retry'; cause: unknown; afterMs?: number }
  /** The same job again after `afterMs`; not counted as an attempt. */
  | { state: 'delay'; afterMs: number }
  /** No job of this queue for `holdMs`, on any worker, then the same job again; not counted as an attempt. */
  | { state: 'throttle'; holdMs: number };

/** The outcome of an attempt after which nothing is left to do. */
export const done: JobOutcome = { state: 'done' };
