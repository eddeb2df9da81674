// What becomes of a ticket whose call settled nothing.
import type { ImportItemErrorCode, FetchFailure } from '#contracts';

/** Products of one marketplace call, at the most: the marketplace's own bound. */
export const BATCH = 20;
/** Calls that may end in an outage before the batch is halved, the first included. */
export const MAX_TRIES = 5;
/** Calls that may be refused for want of authorisation before the products fail. */
const MAX_UNAUTHORISED = 2;
/** Workers that a ticket may cost: one that kills them is taken for an outage after this many. */
export const MAX_LOST = 4;
/** A claim lasts this long, in seconds: longer than a call (15 s) and its reports can take. */
export const LEASE_SECONDS = 60;
const BACKOFF_MS = { first: 1000, most: 30_000 };

/** What is to be done with the products of a ticket. */
export type Decision =
  /** The same job comes back by itself: only let go. */
  | { act: 'letGo' }
  /** One more call for the same products. */
  | { act: 'repeat'; delayMs: number }
  /** Two tickets of half the products each, which begin with so many tries behind them. */
  | { act: 'halve'; delayMs: number; tries: number }
  | { act: 'fail'; errorCode: ImportItemErrorCode };

/**
 * Decides after a call that settled nothing. `tries` counts the failures, this one too; `chance` is from [0, 1) and
 * spreads the waiting times.
 */
export function decide(failure: FetchFailure, tries: number, products: number, chance: number): Decision {
  switch (failure) {
    case 'throttled':
      return { act: 'letGo' };
    case 'unauthorised':
      return tries < MAX_UNAUTHORISED
        ? { act: 'repeat', delayMs: 0 }
        : { act: 'fail', errorCode: 'SourceRejected' };
    case 'rejected':
      return products > 1
        ? { act: 'halve', delayMs: 0, tries: tries - 1 }
        : { act: 'fail', errorCode: 'SourceRejected' };
    case 'unavailable':
      if (tries < MAX_TRIES) return { act: 'repeat', delayMs: backoffMs(tries, chance) };
      return products > 1
        ? { act: 'halve', delayMs: backoffMs(1, chance), tries: MAX_TRIES - 1 }
        : { act: 'fail', errorCode: 'SourceUnavailable' };
    default:
      return failure satisfies never;
  }
}

/** 1 s, 2 s, 4 s … up to 30 s, each anywhere between half and the whole of it. */
function backoffMs(tries: number, chance: number): number {
  const whole = Math.min(BACKOFF_MS.first * 2 ** (tries - 1), BACKOFF_MS.most);
  return Math.round(whole * (0.5 + chance / 2));
}

/** Tickets that are missing: one for each batch that waits, less those already out. */
export function ticketsMissing(pendingByMarketplace: readonly number[], open: number): number {
  const needed = pendingByMarketplace.reduce((sum, pending) => sum + Math.ceil(pending / BATCH), 0);
  return Math.max(0, needed - open);
}
