// For how long a worker may hold a generation, and what a claim that was not granted comes to.
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

/** What a claim comes to that was not granted. */
export type Refusal =
  { act: 'nothing' } | { act: 'end'; errorCode: GenerationErrorCode } | { act: 'wait'; retryAfterMs: number };

/** Decides about a generation that could not be claimed. */
export function decideRefusal(standing: Standing): Refusal {
  if (standing.status !== 'RUNNING') return { act: 'nothing' };
  if (standing.remainingMs <= 0) return { act: 'end', errorCode: 'DeadlineExceeded' };
  if (standing.worker !== null && standing.leaseMs > 0)
    return { act: 'wait', retryAfterMs: Math.ceil(standing.leaseMs) };
  if (standing.epoch >= MAX_CLAIMS) return { act: 'end', errorCode: 'GenerationInterrupted' };
  return { act: 'wait', retryAfterMs: 0 }; // it has become free since
}
