// Decides what happens to a fetch batch whose marketplace call failed.
import type { ImportItemErrorCode, FetchFailure } from '#contracts';

/** Most products of one marketplace call: the marketplace's own limit. */
export const MAX_BATCH = 20;
/**
 * Most batches without products that wait in the queue of a region: 100 s of calls at the marketplace's quota. More
 * would only wait there: a batch gets its products when a worker claims it, so those that wait are all alike.
 */
export const MAX_QUEUED = 200;
/** Calls that may end in an outage before the batch is split, the first one included. */
export const MAX_FAILURES = 5;
/**
 * A batch with so many calls without a result, for whatever reasons, fails when it is refused as unauthorised. That is after about
 * a quarter of an hour, well before the deadline of its imports; an outage takes no more than four of the calls.
 */
export const MAX_UNAUTHORISED = 15;
/**
 * Delay after a refusal as unauthorised, in milliseconds. The batch waits, not its region as after `throttled`: we may be
 * authorised for the region and not for one marketplace of it, whose batches would then hold up all others.
 */
const UNAUTHORISED_MS = 60_000;
/** Workers that may lose their lease of a batch; after that, the batch is treated like an outage. */
export const MAX_LOST_WORKERS = 4;
/** Lease of a claim, in seconds: longer than a call (15 s) and its reports can take. */
export const LEASE_SECONDS = 60;
/** Seconds after its delay for which a queued batch may wait before the reconciler checks it; as for generations. */
export const QUEUED_SECONDS = 45;
/** Delay of the first retry in an outage, in milliseconds. */
const FIRST_BACKOFF_MS = 1000;

/** What to do with the products of a batch. */
export type Decision =
  /** Free the batch, because its job comes back by itself. */
  | { act: 'release' }
  /** Call once more for the same products. */
  | { act: 'retry'; delayMs: number }
  /** Make two batches of the products, about half each. A half has as many calls as a whole one: its products may be flaky only. */
  | { act: 'split'; delayMs: number }
  | { act: 'fail'; errorCode: Extract<ImportItemErrorCode, 'SourceRejected' | 'SourceUnavailable'> };

/** A batch whose call failed. */
interface FailedBatch {
  /** Its calls that failed, this one included if it counts. */
  failures: number;
  /** Its calls without a result, this one included, for whatever reason. */
  tries: number;
  products: number;
  /** Accounts that wait for them. */
  holders: number;
}

/** True for a call that counts as a failure of its batch; others are no sign that one of its products is at fault. */
export function isCounted(failure: FetchFailure): boolean {
  return failure === 'rejected' || failure === 'unavailable';
}

/** Decides after a call that failed. `random` is from [0, 1) and spreads the delays. */
export function decide(
  failure: FetchFailure,
  { failures, tries, products, holders }: FailedBatch,
  random: number,
): Decision {
  switch (failure) {
    case 'throttled':
      return { act: 'release' };
    case 'unauthorised':
      // The fault is ours, so another import of the same products may succeed.
      return tries < MAX_UNAUTHORISED
        ? { act: 'retry', delayMs: UNAUTHORISED_MS }
        : { act: 'fail', errorCode: 'SourceUnavailable' };
    case 'rejected':
      return products > 1 ? { act: 'split', delayMs: 0 } : { act: 'fail', errorCode: 'SourceRejected' };
    case 'unavailable':
      // An account's products may always fail; those of its neighbours need not be repeated with them.
      if (holders > 1) return { act: 'split', delayMs: backoffMs(failures, random) };
      if (failures < MAX_FAILURES) return { act: 'retry', delayMs: backoffMs(failures, random) };
      return products > 1
        ? { act: 'split', delayMs: backoffMs(1, random) }
        : { act: 'fail', errorCode: 'SourceUnavailable' };
    default:
      return failure satisfies never;
  }
}

/**
 * Where the products of a failed batch are parted, by the accounts that wait for them, in their order: where those of another
 * account begin, next to the middle, so that they soon leave products of a neighbour that always fail; else in the middle.
 */
export function middleOf(holderIds: readonly string[]): number {
  const middle = Math.ceil(holderIds.length / 2);
  const borders = [...holderIds.keys()].filter((i) => i > 0 && holderIds[i] !== holderIds[i - 1]);
  const [nearest = middle] = borders.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return nearest;
}

/** 1 s, 2 s, 4 s, 8 s; the delay is between half of that and all of it. */
function backoffMs(failures: number, random: number): number {
  const whole = FIRST_BACKOFF_MS * 2 ** (failures - 1);
  return Math.round(whole * (0.5 + random / 2));
}

/** Batches that a region lacks: one for each marketplace call that its pending products need, less those queued. */
export function missingBatches(pendingByMarketplace: readonly number[], queued: number): number {
  const needed = pendingByMarketplace.reduce((sum, pending) => sum + Math.ceil(pending / MAX_BATCH), 0);
  return Math.max(0, Math.min(needed, MAX_QUEUED) - queued);
}
