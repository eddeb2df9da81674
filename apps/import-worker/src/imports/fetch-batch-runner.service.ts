// Works on one fetch batch: claims it, makes its one search, and reports the outcomes or releases the batch.
import { Injectable } from '@nestjs/common';
import {
  claimFetchBatch,
  releaseFetchBatch,
  reportFetchBatch,
  type FetchBatchLease,
  type FetchFailure,
  type FetchOutcome,
} from '#contracts';
import { done, type JobOutcome } from '#platform/jobs';
import { Bus } from '#platform/messaging';
import { logger } from '#platform/observability';
import { retryTransient } from '#platform/resilience';
import { type SearchResult, SpApiClient } from '../spapi/index.ts';
import { fetchOutcomes, splitIntoReports } from './fetch-outcomes.rules.ts';

const log = logger('imports');

/** Time for which a request to an unreachable catalogue is repeated, in milliseconds: shorter than a batch's lease. */
const RETRY_MS = 40_000;

/** Runs fetch batches. The catalogue alone decides what is fetched again, and when. */
@Injectable()
export class FetchBatchRunner {
  constructor(
    private readonly bus: Bus,
    private readonly spApi: SpApiClient,
  ) {}

  /**
   * Runs one batch in the name of `worker`. Errors: those of the bus, once RETRY_MS are over; the lease of the claim then
   * expires by itself.
   */
  async run(batchId: string, worker: string, signal: AbortSignal): Promise<JobOutcome> {
    const retry = { signal, forMs: RETRY_MS };
    const claim = await retryTransient(() => this.bus.request(claimFetchBatch, { batchId, worker }), retry);
    if (claim.state === 'nothing') return done;
    if (claim.state === 'busy') return { state: 'delay', afterMs: claim.retryAfterMs };
    const { marketplace, asins, epoch } = claim;
    const lease = { batchId, epoch };
    const result = await this.spApi.search(marketplace, asins, signal);
    if (result.state !== 'answered') return retryTransient(() => this.giveBack(lease, result), retry);
    const outcomes = fetchOutcomes(marketplace, asins, result.items);
    await retryTransient(() => this.report(lease, outcomes), retry);
    const found = outcomes.filter(({ outcome }) => outcome === 'found').length;
    log.info({ batchId, marketplace, requested: asins.length, found }, 'Fetch batch reported');
    return done;
  }

  private async report(lease: FetchBatchLease, outcomes: readonly FetchOutcome[]): Promise<void> {
    for (const part of splitIntoReports(outcomes)) {
      const { accepted } = await this.bus.request(reportFetchBatch, { ...lease, outcomes: part });
      if (!accepted) return log.debug({ ...lease }, 'The lease of the fetch batch was lost');
    }
  }

  /** Releases a batch whose search failed, and returns the outcome of its job. */
  private async giveBack(
    lease: FetchBatchLease,
    result: Exclude<SearchResult, { state: 'answered' }>,
  ): Promise<JobOutcome> {
    switch (result.state) {
      case 'aborted':
        await this.release(lease, 'throttled');
        return { state: 'delay', afterMs: 0 };
      case 'throttled':
        await this.release(lease, 'throttled');
        return { state: 'throttle', holdMs: result.retryAfterMs };
      case 'rejected':
      case 'unavailable':
      case 'unauthorised':
        await this.release(lease, result.state);
        return done;
    }
  }

  private async release(lease: FetchBatchLease, failure: FetchFailure): Promise<void> {
    const { accepted } = await this.bus.request(releaseFetchBatch, { ...lease, failure });
    if (!accepted) log.debug({ ...lease }, 'The lease of the fetch batch was lost');
  }
}
