// Times of leases, and the decision about a claim that was not granted.
import { listingPart, MAX_PREVIEW, type GenerationErrorCode, type GenerationResult } from '#contracts';
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

/** The beginning of a result's text: its texts, one after the other, at most MAX_PREVIEW code points. */
export function previewOf(result: GenerationResult): string {
  const items = typeof result === 'string' ? [result] : result.flatMap(valuesOf);
  const text = items.filter((part) => typeof part === 'string').join('\n');
  // A code point has at most two code units, so the spread stays small however long the text is.
  return [...text.slice(0, 2 * MAX_PREVIEW)].slice(0, MAX_PREVIEW).join('');
}

/** The values of an item, without the part of a listing that it is. */
function valuesOf(item: Exclude<GenerationResult, string>[number]): unknown[] {
  const isPart = (name: string, value: unknown): boolean =>
    name === 'part' && listingPart.safeParse(value).success;
  return Object.entries(item).flatMap(([name, value]) => (isPart(name, value) ? [] : [value]));
}
