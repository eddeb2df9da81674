// Times of leases, and the decision about a claim that was not granted.
import type { GenerationErrorCode } from '#contracts';
import type { GenerationEntity } from '../intake/generations.entity.ts';

/** Duration of a lease unless it is renewed, in milliseconds. */
export const LEASE_MS = 15_000;
/**
 * Grace period before the reconciler looks after a generation that no worker has claimed, in milliseconds. A generation
 * whose job the queue lost goes on within a minute: this period, the reconciler's interval and the dispatch.
 */
export const UNCLAIMED_MS = 45_000;
/** Maximum claims of one generation: a generation that kills its workers ends after these. */
export const MAX_CLAIMS = 4;

/** The state of a generation and of its lease, by the clock of Postgres. */
export interface LeaseState extends Pick<GenerationEntity, 'status' | 'epoch' | 'worker'> {
  /** Milliseconds until the lease runs out; negative after that. */
  leaseMs: number;
  /** Milliseconds until the deadline; negative after that. */
  remainingMs: number;
}

/** What happens to a claim that was not granted. */
export type Refusal =
  { act: 'nothing' } | { act: 'end'; errorCode: GenerationErrorCode } | { act: 'wait'; retryAfterMs: number };

/** Decides about a claim that was not granted. */
export function decideRefusal(standing: LeaseState): Refusal {
  if (standing.status !== 'RUNNING') return { act: 'nothing' };
  if (standing.remainingMs <= 0) return { act: 'end', errorCode: 'DeadlineExceeded' };
  if (standing.worker !== null && standing.leaseMs > 0)
    return { act: 'wait', retryAfterMs: Math.ceil(standing.leaseMs) };
  if (standing.epoch >= MAX_CLAIMS) return { act: 'end', errorCode: 'GenerationInterrupted' };
  return { act: 'wait', retryAfterMs: 0 }; // it became free after the claim
}
