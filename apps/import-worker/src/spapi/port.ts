// What the import worker asks of whoever knows the products of a marketplace.
import type { Marketplace } from '#contracts';

/** A product as the marketplace tells it: only its ASIN is certain, the rest is to be read with care. */
export interface SourceItem {
  asin: string;
  readonly [field: string]: unknown;
}

/** Why a call settled nothing. */
export type SourceFailure =
  /** The call itself was refused; a smaller one may pass. */
  | { state: 'rejected' }
  /** The quota is used up for so long. */
  | { state: 'throttled'; retryAfterMs: number }
  /** No answer, none in time, or none that makes sense. */
  | { state: 'unavailable' }
  | { state: 'unauthorised' };

/** What became of a call. */
export type SourceAnswer =
  /** The items the marketplace knows, in any order; one that is absent is unknown to it. */
  { state: 'answered'; items: SourceItem[] } | SourceFailure | { state: 'aborted' };

/** A source of product data. */
export abstract class RetailerSource {
  /**
   * Asks once for up to 20 products of one marketplace. Never throws for what the other side does, tries
   * nothing twice, and ends soon after the signal is aborted.
   */
  abstract fetch(
    marketplace: Marketplace,
    asins: readonly string[],
    signal: AbortSignal,
  ): Promise<SourceAnswer>;
}
