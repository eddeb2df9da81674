// Who may work on a generation: what a claim is answered, and what becomes of one that nobody holds.
import type { GenerationErrorCode, GenerationStatus } from '#contracts';

/** A claim lasts this long unless it is renewed, in milliseconds. */
export const LEASE_MS = 15_000;
/**
 * Unclaimed, the reconciler leaves a generation alone for this long, in milliseconds: what the queue forgot goes on
 * within a minute, the reconciler's round and the work included.
 */
export const UNCLAIMED_MS = 45_000;
/** Claims of one generation, at the most: one that kills its workers ends after these. */
export const MAX_CLAIMS = 4;

/** Where a generation stands, by the clock of Postgres. */
export interface Standing {
  status: GenerationStatus;
  /** Claims so far. */
  epoch: number;
  worker: string | null;
  /** Milliseconds until the lease runs out; negative when it has. */
  leaseMs: number;
  /** Milliseconds until the deadline; negative when it has passed. */
  remainingMs: number;
}

/** What a claim comes to. */
export type ClaimDecision =
  | { act: 'nothing' }
  | { act: 'end'; errorCode: GenerationErrorCode }
  | { act: 'wait'; retryAfterMs: number }
  /** The same worker asks again: the first answer was lost. */
  | { act: 'repeat' }
  | { act: 'take' };

/** Decides about a claim by a worker. */
export function decideClaim(standing: Standing, worker: string): ClaimDecision {
  if (standing.status !== 'RUNNING') return { act: 'nothing' };
  if (standing.remainingMs <= 0) return { act: 'end', errorCode: 'DeadlineExceeded' };
  if (standing.worker !== null && standing.leaseMs > 0) {
    if (standing.worker === worker) return { act: 'repeat' };
    return { act: 'wait', retryAfterMs: Math.ceil(standing.leaseMs) };
  }
  if (standing.epoch >= MAX_CLAIMS) return { act: 'end', errorCode: 'GenerationInterrupted' };
  return { act: 'take' };
}
