// Times of leases, and the decision about a claim that was not granted.
import type { GenerationErrorCode } from '#contracts';
import type { GenerationEntity } from './generations.entity.ts';

/** Duration of a lease unless it is renewed, in milliseconds. */
export const LEASE_MS = 15_000;
/**
 * Grace period before the reconciler looks after a generation that no worker has claimed, in milliseconds. A generation
 * whose job the queue lost goes on within a minute: this period, the reconciler's interval and the dispatch.
 */
export const UNCLAIMED_MS = 45_000;
/**
 * Workers that may fall silent while they hold one generation: it ends when they do, because it may have killed them. A
 * claim that its worker releases or finishes does not count.
 */
export const MAX_LOST_WORKERS = 4;
/**
 * Days in which a generation surely ends: a member of a batch waits for one, and the reconciler ends what is late. One that
 * was RUNNING when the service went down for so long is no longer counted against a limit.
 */
export const RUNNING_DAYS = 31;
/** SQL: the number of silent workers of a generation without a live lease; the worker of an expired lease is one. */
export const LOST_WORKERS = 'lost_workers + (worker IS NOT NULL)::int';

/** The state of a generation and of its lease, by the clock of Postgres. */
export interface LeaseState extends Pick<GenerationEntity, 'status' | 'worker'> {
  /** As LOST_WORKERS counts them. */
  lostWorkers: number;
  /** Milliseconds until the lease runs out; negative after that. */
  leaseMs: number;
  /** Milliseconds until the deadline; negative after that. */
  remainingMs: number;
}

/** What happens to a claim that was not granted. */
export type Refusal =
  | { act: 'nothing' }
  | { act: 'end'; errorCode: GenerationErrorCode }
  | { act: 'wait'; retryAfterMs: number };

/** Decides about a claim that was not granted. */
export function decideRefusal(standing: LeaseState): Refusal {
  if (standing.status !== 'RUNNING') return { act: 'nothing' };
  if (standing.remainingMs <= 0) return { act: 'end', errorCode: 'DeadlineExceeded' };
  if (standing.worker !== null && standing.leaseMs > 0)
    return { act: 'wait', retryAfterMs: Math.ceil(standing.leaseMs) };
  if (standing.lostWorkers >= MAX_LOST_WORKERS) return { act: 'end', errorCode: 'GenerationInterrupted' };
  return { act: 'wait', retryAfterMs: 0 }; // it became free after the claim
}
