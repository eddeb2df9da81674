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
  type InputOf,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { done, type JobContext, type JobOutcome } from '#platform/jobs';
import { logger } from '#platform/observability';
import { isTransient, retryTransient } from '#platform/resilience';
import { CancellationsClient } from './cancellations.client.ts';
import { HeldLease } from './held-lease.state.ts';
import { LeaseRenewalsClient } from './lease-renewals.client.ts';
import { LiveWriter } from './live-writer.state.ts';
import { ModelError, ModelPlacesClient, reasonOf, UsageMeter } from '../models/index.ts';
import { WritingService } from './writing.service.ts';

const log = logger('generations');

/** Delay of a job for which nothing could be done, in milliseconds. */
const DELAY_MS = 1000;
/** Longest wait for the answer to a claim, in milliseconds. It uses up no attempt of the job. */
const CLAIM_MS = 60_000;

/** Longest time for which the end of an attempt is told again, in milliseconds: what it used has cost money. */
const RELEASE_MS = 10_000;
/** Longest wait that a server can ask for whose repetitions are limited, in milliseconds; two fit into half a minute. */
const SHORT_MS = 15_000;

type Claim = Extract<z.output<typeof claimGeneration.output>, { state: 'claimed' }>;

/** An attempt to write a generation, and the signals that end it. */
interface Attempt {
  lease: GenerationLease;
  invocationId: string;
  /** Another worker holds the generation, or it has ended. */
  lost: AbortSignal;
  cancelled: AbortSignal;
  deadline: AbortSignal;
  /** When the deadline is, by performance.now(). */
  endsAt: number;
  job: JobContext;
  meter: UsageMeter;
}

@Injectable()
export class GenerationRunner {
  constructor(
    private readonly bus: Bus,
    private readonly writing: WritingService,
    private readonly renewals: LeaseRenewalsClient,
    private readonly cancellations: CancellationsClient,
    private readonly places: ModelPlacesClient,
  ) {}

  /**
   * Runs one generation once its model server has room. `model` is that of its job, unless the release before has queued it.
   * Errors: those of the bus that are not transient.
   */
  async run(generationId: string, model: string | undefined, job: JobContext): Promise<JobOutcome> {
    const wait = model === undefined ? 0 : await this.places.enter(model, job);
    if (wait > 0) return { state: 'delay', afterMs: wait };
    try {
      return await this.claim(generationId, job);
    } finally {
      await this.places.leave(job);
    }
  }

  /**
   * Claims a generation and writes it. When the owner does not answer for a minute, the job is delayed, and the lease of a claim runs
   * out by itself. Errors: as of `run`.
   */
  private async claim(generationId: string, job: JobContext): Promise<JobOutcome> {
    let held: HeldLease | undefined;
    // Before the claim, because a cancellation may follow it at once.
    const watch = this.cancellations.watch(generationId);
    try {
      const wanted = { generationId, worker: job.worker, process: this.renewals.process };
      const claimNow = () => this.bus.request(claimGeneration, wanted);
      const claim = await retryTransient(claimNow, { signal: job.signal, forMs: CLAIM_MS });
      if (claim.state === 'nothing') return done;
      if (claim.state === 'busy') return { state: 'delay', afterMs: claim.retryAfterMs };
      const { epoch, invocationId, task } = claim;
      const lease = { generationId, epoch };
      held = new HeldLease(() => this.renewals.load(lease), claim.leaseMs);
      const endsAt = performance.now() + claim.remainingMs;
      const deadline = AbortSignal.timeout(Math.max(0, claim.remainingMs));
      const { lost } = held;
      const { cancelled } = watch;
      const meter = new UsageMeter();
      const signals = { lost, cancelled, deadline };
      return await this.writeUnder({ lease, invocationId, ...signals, endsAt, job, meter }, task);
    } catch (error) {
      if (isTransient(error)) return { state: 'delay', afterMs: DELAY_MS };
      throw error;
    } finally {
      held?.end();
      watch.end();
    }
  }

  private async writeUnder(attempt: Attempt, task: Claim['task']): Promise<JobOutcome> {
    const { lease, lost, cancelled, deadline, job, meter } = attempt;
    const signal = AbortSignal.any([lost, cancelled, deadline, job.signal]);
    const startedAt = performance.now();
    const { generationId } = lease;
    const { model } = task.environment;
    const live = new LiveWriter(lease.epoch, (text) => this.bus.notify(liveGeneration, generationId, text));
    const outcome = await this.writing
      .write({ task, seed: generationId, signal, live, meter, onAnswer: () => this.places.resume(model) })
      // oxlint-disable-next-line typescript/no-misused-promises -- a promise that finally() gets is awaited
      .finally(() => live.end())
      .catch((error: unknown) => this.handleFailure(attempt, model, error));
    if ('state' in outcome) return outcome;
    // Repeated until the deadline, because a result has cost a model call, and the owner accepts it after the lease has
    // run out too.
    const finishNow = () => this.bus.request(finishGeneration, { ...lease, outcome });
    const { accepted } = await retryTransient(finishNow, { signal: AbortSignal.any([job.signal, deadline]) });
    if (!accepted) log.warn({ ...lease }, 'A late result was discarded');
    const { applicationId } = task;
    const ms = Math.round(performance.now() - startedAt);
    log.info({ generationId, applicationId, model, status: outcome.status, ms }, 'Generation ended');
    return done;
  }

  /** The outcome of a generation that could not be written; or that of its job, when the attempt ends without one. */
  private async handleFailure(
    attempt: Attempt,
    model: string,
    error: unknown,
  ): Promise<GenerationOutcome | JobOutcome> {
    const { lease, invocationId, lost, cancelled, deadline, job, meter } = attempt;
    const { usage } = meter;
    if (cancelled.aborted) return this.giveBack({ ...lease, usage, errorCode: 'Cancelled' }, done);
    // Another worker may hold the generation; the next claim tells whether there is work left.
    if (lost.aborted) return this.giveBack({ ...lease, usage }, { state: 'delay', afterMs: DELAY_MS });
    if (job.signal.aborted) return this.giveBack({ ...lease, usage }, { state: 'delay', afterMs: 0 });
    const failure = deadline.aborted ? new ModelError('DeadlineExceeded') : asModelError(error);
    const { code: errorCode, detail: errorDetail } = failure;
    const { generationId } = lease;
    log.warn(
      { generationId, invocationId, code: errorCode, reason: reasonOf(failure) },
      'A model call failed',
    );
    const next = await this.nextAttempt(attempt, model, failure);
    if (next) return this.giveBack({ ...lease, usage, errorCode }, next);
    return { status: 'FAILED', errorCode, ...(errorDetail !== undefined && { errorDetail }), usage };
  }

  /**
   * When to try again after a failure; undefined for never. A refusal of a server that is away, loads or limits costs nothing,
   * so it does not count, and there is another attempt as long as the deadline allows.
   */
  private async nextAttempt(
    { endsAt, job }: Attempt,
    model: string,
    failure: ModelError,
  ): Promise<JobOutcome | undefined> {
    const { code, retryAfterMs: asked = 0, isRefusal } = failure;
    const isAway = code === 'ModelUnavailable' || code === 'ModelRateLimited';
    const allowed = isAway ? (this.places.retriesOf(model) ?? Infinity) : Infinity;
    const isLast = Math.min(failure.retries, allowed) < job.attempt || job.lastAttempt;
    if (!isAway || !this.places.isPatient(model)) {
      const afterMs = asked > 0 && asked <= SHORT_MS ? asked : undefined;
      return isLast ? undefined : { state: 'retry', cause: failure, ...(afterMs && { afterMs }) };
    }
    const afterMs = await this.places.pause(model, asked);
    if (performance.now() + Math.max(afterMs, asked) >= endsAt) return undefined;
    if (isRefusal) return { state: 'delay', afterMs };
    return isLast ? undefined : { state: 'retry', cause: failure, afterMs };
  }

  /** Ends an attempt without an outcome: gives its lease back, if it is still held, and tells what it used. */
  private async giveBack(
    { usage, errorCode, ...lease }: InputOf<typeof releaseGeneration>,
    outcome: JobOutcome,
  ): Promise<JobOutcome> {
    try {
      const releaseNow = () => this.bus.request(releaseGeneration, { ...lease, usage, errorCode });
      const { held } = await retryTransient(releaseNow, { signal: AbortSignal.timeout(RELEASE_MS) });
      if (!held) log.info({ ...lease }, 'An attempt ended whose lease was lost before');
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
