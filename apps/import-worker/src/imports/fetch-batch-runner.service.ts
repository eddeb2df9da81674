// The work on one ticket: claim it, make its one marketplace call, report what it told or give it back.
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
import { inReports, outcomesOf } from './reports.rules.ts';
import { RetailerSource, type SourceAnswer } from '../spapi/index.ts';

const log = logger('imports');

/** Longest wait for the catalogue when it does not answer, in milliseconds: shorter than a ticket's lease. */
const PATIENCE_MS = 40_000;

/** Works on tickets. What is tried again, and how, is the catalogue's decision alone. */
@Injectable()
export class FetchBatchRunner {
  constructor(
    private readonly bus: Bus,
    private readonly source: RetailerSource,
  ) {}

  /**
   * Works on one ticket under the name of `worker`; waits a while for a catalogue that does not answer. Errors:
   * those of the bus; the lease of the claim then ends by itself.
   */
  async run(batchId: string, worker: string, signal: AbortSignal): Promise<JobOutcome> {
    const patience = { signal, forMs: PATIENCE_MS };
    const claim = await retryTransient(
      () => this.bus.request(claimFetchBatch, { batchId, worker }),
      patience,
    );
    if (claim.state === 'nothing') return done;
    if (claim.state === 'busy') return { state: 'delay', afterMs: claim.retryAfterMs };
    const { marketplace, asins, epoch } = claim;
    const held = { batchId, epoch };
    const answer = await this.source.fetch(marketplace, asins, signal);
    if (answer.state !== 'answered') return retryTransient(() => this.giveBack(held, answer), patience);
    const outcomes = outcomesOf(marketplace, asins, answer.items);
    await retryTransient(() => this.report(held, outcomes), patience);
    const found = outcomes.filter(({ outcome }) => outcome === 'found').length;
    log.info({ batchId, marketplace, asked: asins.length, found }, 'Ticket reported');
    return done;
  }

  private async report(held: FetchBatchLease, outcomes: readonly FetchOutcome[]): Promise<void> {
    for (const part of inReports(outcomes)) {
      const { accepted } = await this.bus.request(reportFetchBatch, { ...held, outcomes: part });
      if (!accepted) return log.debug({ ...held }, 'The ticket is no longer ours');
    }
  }

  private async giveBack(
    held: FetchBatchLease,
    answer: Exclude<SourceAnswer, { state: 'answered' }>,
  ): Promise<JobOutcome> {
    switch (answer.state) {
      case 'aborted':
        await this.release(held, 'throttled', 0);
        return { state: 'delay', afterMs: 0 };
      case 'throttled':
        await this.release(held, 'throttled', answer.retryAfterMs);
        return { state: 'throttle', holdMs: answer.retryAfterMs };
      case 'rejected':
      case 'unavailable':
      case 'unauthorised':
        await this.release(held, answer.state);
        return done;
    }
  }

  private async release(held: FetchBatchLease, failure: FetchFailure, retryAfterMs?: number): Promise<void> {
    const { accepted } = await this.bus.request(releaseFetchBatch, { ...held, failure, retryAfterMs });
    if (!accepted) log.debug({ ...held }, 'The ticket is no longer ours');
  }
}
