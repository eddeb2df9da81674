// The work on one generation: claim it, write it under its lease, report how it ended or give it back.
import { Injectable } from '@nestjs/common';
import {
  claimGeneration,
  finishGeneration,
  releaseGeneration,
  type GenerationOutcome,
  type GenerationTask,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { done, type JobContext, type JobOutcome } from '#platform/jobs';
import { logger } from '#platform/observability';
import { isTransient, retryTransient } from '#platform/resilience';
import { HeldLease } from './held-lease.ts';
import { LeaseRenewalsClient, type Held } from './lease-renewals.client.ts';
import { ModelError, reasonOf } from '../models/index.ts';
import { WritingService } from './writing.service.ts';

const log = logger('generations');

/** Pause before a job comes back for which nothing could be done, in milliseconds. */
const PAUSE = 1000;
/** Longest wait for an owner that does not answer, in milliseconds. No try is lost meanwhile: nothing was tried. */
const PATIENCE_MS = 60_000;

/** What was claimed. */
interface Claim extends Held {
  /** Names this attempt in the log and on the record. */
  invocationId: string;
  task: GenerationTask;
  remainingMs: number;
}

/** Works on generations. */
@Injectable()
export class GenerationRunner {
  constructor(
    private readonly bus: Bus,
    private readonly writing: WritingService,
    private readonly leases: LeaseRenewalsClient,
  ) {}

  /**
   * Works on one generation. While the owner does not answer, it waits and comes back later; the lease of a claim
   * then runs out by itself. Errors: the others of the bus.
   */
  async run(generationId: string, job: JobContext): Promise<JobOutcome> {
    try {
      return await this.workNow(generationId, job);
    } catch (error) {
      if (isTransient(error)) return { state: 'delay', afterMs: PAUSE };
      throw error;
    }
  }

  private async workNow(generationId: string, job: JobContext): Promise<JobOutcome> {
    const ask = () => this.bus.request(claimGeneration, { generationId, worker: job.worker });
    const claim = await retryTransient(ask, { signal: job.signal, forMs: PATIENCE_MS });
    if (claim.state === 'nothing') return done;
    if (claim.state === 'busy') return { state: 'delay', afterMs: claim.retryAfterMs };
    const { epoch, invocationId, task, remainingMs, leaseMs } = claim;
    const lease = new HeldLease(() => this.leases.renew({ generationId, epoch }), leaseMs);
    try {
      return await this.writeUnder(lease, { generationId, epoch, invocationId, task, remainingMs }, job);
    } finally {
      lease.end();
    }
  }

  private async writeUnder(lease: HeldLease, claim: Claim, job: JobContext): Promise<JobOutcome> {
    const { generationId, epoch, invocationId, task, remainingMs } = claim;
    const held = { generationId, epoch };
    const deadline = AbortSignal.timeout(Math.max(0, remainingMs));
    const signal = AbortSignal.any([lease.lost, job.signal, deadline]);
    const started = performance.now();
    let outcome: GenerationOutcome;
    try {
      outcome = await this.writing.write({ task, seed: generationId, signal });
    } catch (error) {
      // Whoever holds the generation now decides; the next claim tells what is left to do.
      if (lease.lost.aborted) return { state: 'delay', afterMs: PAUSE };
      if (job.signal.aborted) return this.giveBack(held, { state: 'delay', afterMs: 0 });
      const failure = deadline.aborted ? new ModelError('DeadlineExceeded', 0) : asModelError(error);
      log.warn(
        { generationId, invocationId, code: failure.code, reason: reasonOf(failure) },
        'A model call failed',
      );
      if (failure.retries >= job.attempt && !job.lastAttempt) {
        return this.giveBack(held, { state: 'retry', cause: failure, ...retryAfter(failure) });
      }
      outcome = { status: 'FAILED', errorCode: failure.code };
    }
    await this.finish(held, outcome, lease);
    const { applicationId, environment } = task;
    const ms = Math.round(performance.now() - started);
    log.info(
      { generationId, applicationId, model: environment.model, status: outcome.status, ms },
      'Generation ended',
    );
    return done;
  }

  /** Tells the owner how it ended, again and again while the lease lasts: a result has cost a model call. */
  private async finish(held: Held, outcome: GenerationOutcome, lease: HeldLease): Promise<void> {
    const tell = () => this.bus.request(finishGeneration, { ...held, outcome });
    const { accepted } = await retryTransient(tell, { signal: lease.lost });
    if (!accepted) log.warn({ ...held }, 'A late result was discarded');
  }

  private async giveBack(held: Held, end: JobOutcome): Promise<JobOutcome> {
    try {
      await this.bus.request(releaseGeneration, held);
    } catch (error) {
      log.warn({ ...held, reason: String(error) }, 'A lease could not be given back and will run out');
    }
    return end;
  }
}

function asModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  log.error({ err: error }, 'A generation failed for no known reason');
  return new ModelError('InternalFault', 0, { cause: error });
}

function retryAfter({ retryAfterMs }: ModelError): { afterMs?: number } {
  return retryAfterMs === undefined ? {} : { afterMs: retryAfterMs };
}
