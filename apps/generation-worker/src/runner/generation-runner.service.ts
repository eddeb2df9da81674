// Runs one generation: claims it, writes it under its lease, reports the outcome or gives the lease back.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import {
  claimGeneration,
  finishGeneration,
  liveGeneration,
  releaseGeneration,
  type GenerationLease,
  type GenerationOutcome,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { done, type JobContext, type JobOutcome } from '#platform/jobs';
import { logger } from '#platform/observability';
import { isTransient, retryTransient } from '#platform/resilience';
import { HeldLease } from './held-lease.state.ts';
import { LeaseRenewalsClient } from './lease-renewals.client.ts';
import { LiveWriter } from './live-writer.state.ts';
import { ModelError, reasonOf } from '../models/index.ts';
import { WritingService } from './writing.service.ts';

const log = logger('generations');

/** Delay of a job for which nothing could be done, in milliseconds. */
const DELAY_MS = 1000;
/** Longest wait for the answer to a claim, in milliseconds. It uses up no attempt of the job. */
const CLAIM_MS = 60_000;

type Claim = Extract<z.output<typeof claimGeneration.output>, { state: 'claimed' }>;

@Injectable()
export class GenerationRunner {
  constructor(
    private readonly bus: Bus,
    private readonly writing: WritingService,
    private readonly renewals: LeaseRenewalsClient,
  ) {}

  /**
   * Runs one generation. When the owner does not answer for a minute, the job is delayed, and the lease of a claim runs
   * out by itself. Errors: those of the bus that are not transient.
   */
  async run(generationId: string, job: JobContext): Promise<JobOutcome> {
    let held: HeldLease | undefined;
    try {
      const claimNow = () => this.bus.request(claimGeneration, { generationId, worker: job.worker });
      const claim = await retryTransient(claimNow, { signal: job.signal, forMs: CLAIM_MS });
      if (claim.state === 'nothing') return done;
      if (claim.state === 'busy') return { state: 'delay', afterMs: claim.retryAfterMs };
      const lease = { generationId, epoch: claim.epoch };
      held = new HeldLease(() => this.renewals.load(lease), claim.leaseMs);
      return await this.writeUnder(held.lost, lease, claim, job);
    } catch (error) {
      if (isTransient(error)) return { state: 'delay', afterMs: DELAY_MS };
      throw error;
    } finally {
      held?.end();
    }
  }

  private async writeUnder(
    lost: AbortSignal,
    lease: GenerationLease,
    { invocationId, task, remainingMs }: Claim,
    job: JobContext,
  ): Promise<JobOutcome> {
    const { generationId } = lease;
    const deadline = AbortSignal.timeout(Math.max(0, remainingMs));
    const signal = AbortSignal.any([lost, job.signal, deadline]);
    const startedAt = performance.now();
    const live = new LiveWriter(lease.epoch, (text) => this.bus.notify(liveGeneration, generationId, text));
    let outcome: GenerationOutcome;
    try {
      const order = { task, seed: generationId, signal, live };
      outcome = await this.writing.write(order).finally(() => live.end());
    } catch (error) {
      // Another worker may hold the generation; the next claim tells whether there is work left.
      if (lost.aborted) return { state: 'delay', afterMs: DELAY_MS };
      if (job.signal.aborted) return this.giveBack(lease, { state: 'delay', afterMs: 0 });
      const failure = deadline.aborted ? new ModelError('DeadlineExceeded') : asModelError(error);
      const reason = reasonOf(failure);
      log.warn({ generationId, invocationId, code: failure.code, reason }, 'A model call failed');
      if (failure.retries >= job.attempt && !job.lastAttempt) {
        return this.giveBack(lease, { state: 'retry', cause: failure, afterMs: failure.retryAfterMs });
      }
      outcome = { status: 'FAILED', errorCode: failure.code };
    }
    // Repeated until the deadline, because a result has cost a model call, and the owner accepts it after the lease has
    // run out too.
    const finishNow = () => this.bus.request(finishGeneration, { ...lease, outcome });
    const { accepted } = await retryTransient(finishNow, { signal: AbortSignal.any([job.signal, deadline]) });
    if (!accepted) log.warn({ ...lease }, 'A late result was discarded');
    const { applicationId, environment } = task;
    const ms = Math.round(performance.now() - startedAt);
    log.info(
      { generationId, applicationId, model: environment.model, status: outcome.status, ms },
      'Generation ended',
    );
    return done;
  }

  private async giveBack(lease: GenerationLease, outcome: JobOutcome): Promise<JobOutcome> {
    try {
      const { held } = await this.bus.request(releaseGeneration, lease);
      if (!held) log.warn({ ...lease }, 'A lease was lost before it was given back');
    } catch (error) {
      log.warn({ ...lease, reason: String(error) }, 'A lease could not be given back and will run out');
    }
    return outcome;
  }
}

function asModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  log.error({ err: error }, 'A generation failed for an unknown reason');
  return new ModelError('InternalFault', { cause: error });
}
