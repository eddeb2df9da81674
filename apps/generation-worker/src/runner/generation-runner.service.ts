// Runs one generation: claims it, writes it under its lease, reports the outcome or gives the lease back.
import { Injectable } from '@nestjs/common';
import {
  claimGeneration,
  finishGeneration,
  releaseGeneration,
  type GenerationLease,
  type GenerationOutcome,
  type GenerationTask,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { done, type JobContext, type JobOutcome } from '#platform/jobs';
import { logger } from '#platform/observability';
import { isTransient, retryTransient } from '#platform/resilience';
import { HeldLease } from './held-lease.state.ts';
import { LeaseRenewalsClient } from './lease-renewals.client.ts';
import { ModelError, reasonOf } from '../models/index.ts';
import { WritingService } from './writing.service.ts';

const log = logger('generations');

/** Delay of a job for which nothing could be done, in milliseconds. */
const DELAY_MS = 1000;
/** Longest wait for the answer to a claim, in milliseconds. It uses up no attempt of the job. */
const CLAIM_MS = 60_000;

/** A generation that this worker claimed. */
interface ClaimedGeneration extends GenerationLease {
  /** Identifies this attempt in the log and in the record. */
  invocationId: string;
  task: GenerationTask;
  remainingMs: number;
}

/** Runs generations. */
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
    try {
      return await this.claimAndWrite(generationId, job);
    } catch (error) {
      if (isTransient(error)) return { state: 'delay', afterMs: DELAY_MS };
      throw error;
    }
  }

  private async claimAndWrite(generationId: string, job: JobContext): Promise<JobOutcome> {
    const claimNow = () => this.bus.request(claimGeneration, { generationId, worker: job.worker });
    const claim = await retryTransient(claimNow, { signal: job.signal, forMs: CLAIM_MS });
    if (claim.state === 'nothing') return done;
    if (claim.state === 'busy') return { state: 'delay', afterMs: claim.retryAfterMs };
    const { epoch, leaseMs } = claim;
    const held = new HeldLease(() => this.renewals.renew({ generationId, epoch }), leaseMs);
    try {
      return await this.writeUnder(held, { generationId, ...claim }, job);
    } finally {
      held.end();
    }
  }

  private async writeUnder(held: HeldLease, claim: ClaimedGeneration, job: JobContext): Promise<JobOutcome> {
    const { generationId, epoch, invocationId, task, remainingMs } = claim;
    const lease = { generationId, epoch };
    const deadline = AbortSignal.timeout(Math.max(0, remainingMs));
    const signal = AbortSignal.any([held.lost, job.signal, deadline]);
    const startedAt = performance.now();
    let outcome: GenerationOutcome;
    try {
      outcome = await this.writing.write({ task, seed: generationId, signal });
    } catch (error) {
      // Another worker may hold the generation; the next claim tells whether there is work left.
      if (held.lost.aborted) return { state: 'delay', afterMs: DELAY_MS };
      if (job.signal.aborted) return this.giveBack(lease, { state: 'delay', afterMs: 0 });
      const failure = deadline.aborted ? new ModelError('DeadlineExceeded', 0) : asModelError(error);
      log.warn(
        { generationId, invocationId, code: failure.code, reason: reasonOf(failure) },
        'A model call failed',
      );
      if (failure.retries >= job.attempt && !job.lastAttempt) {
        return this.giveBack(lease, { state: 'retry', cause: failure, ...retryAfter(failure) });
      }
      outcome = { status: 'FAILED', errorCode: failure.code };
    }
    await this.finish(lease, outcome, held.lost);
    const { applicationId, environment } = task;
    const ms = Math.round(performance.now() - startedAt);
    log.info(
      { generationId, applicationId, model: environment.model, status: outcome.status, ms },
      'Generation ended',
    );
    return done;
  }

  /** Reports the outcome, and retries while the lease lasts, because a result has cost a model call. */
  private async finish(lease: GenerationLease, outcome: GenerationOutcome, lost: AbortSignal): Promise<void> {
    const finishNow = () => this.bus.request(finishGeneration, { ...lease, outcome });
    const { accepted } = await retryTransient(finishNow, { signal: lost });
    if (!accepted) log.warn({ ...lease }, 'A late result was discarded');
  }

  private async giveBack(lease: GenerationLease, outcome: JobOutcome): Promise<JobOutcome> {
    try {
      await this.bus.request(releaseGeneration, lease);
    } catch (error) {
      log.warn({ ...lease, reason: String(error) }, 'A lease could not be given back and will run out');
    }
    return outcome;
  }
}

function asModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  log.error({ err: error }, 'A generation failed for an unknown reason');
  return new ModelError('InternalFault', 0, { cause: error });
}

function retryAfter({ retryAfterMs }: ModelError): { afterMs?: number } {
  return retryAfterMs === undefined ? {} : { afterMs: retryAfterMs };
}
