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
import { refusals } from '../metrics.ts';
import { RepairFailed } from './port.ts';
import { WritingService } from './writing.service.ts';

const log = logger('generations');

/** Delay of a job for which nothing could be done, in milliseconds. */
const DELAY_MS = 1000;
/** Longest time for which a claim is repeated until the owner answers, in milliseconds. It uses up no attempt of the job. */
const CLAIM_MS = 60_000;

/** Time before the deadline that is kept for the report of what may be published already, in milliseconds. */
const REPORT_MS = 5000;

/** Longest time for which the end of an attempt is reported again and again, in milliseconds: what it used has cost money. */
const RELEASE_MS = 10_000;
/**
 * Longest wait that counts of those that a server with limited `retries` asks for, in milliseconds: its two repetitions then
 * take at most half a minute. A longer one is replaced by the back-off of jobs.
 */
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
  /** Aborted shortly before the deadline. Kept here, because a signal that was made of others does not keep them alive. */
  late: AbortSignal;
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
   * Runs one generation once its model server has room. `model` is named by its job, unless the release before has queued the
   * job. Errors: those of the bus that are not transient.
   */
  run(generationId: string, model: string | undefined, job: JobContext): Promise<JobOutcome> {
    return this.inPlace(model, job, () => this.claim(generationId, job));
  }

  /**
   * As `run`, for the second job of a generation for which a person waits. It makes one attempt: whatever is left to do after
   * that, the first job of the generation does.
   */
  runOnce(generationId: string, model: string | undefined, job: JobContext): Promise<JobOutcome> {
    return this.inPlace(model, job, async () => {
      await this.claim(generationId, { ...job, lastAttempt: false });
      return done;
    });
  }

  /** Works in a place of the model server. While the server has no room, the job is delayed, and nothing is claimed. */
  private async inPlace(
    model: string | undefined,
    job: JobContext,
    work: () => Promise<JobOutcome>,
  ): Promise<JobOutcome> {
    const wait = model === undefined ? 0 : await this.places.enter(model, job);
    if (wait > 0) return { state: 'delay', afterMs: wait };
    try {
      return await work();
    } finally {
      await this.places.leave(job);
    }
  }

  /**
   * Claims a generation and writes it. When the owner does not answer for a minute, the job is delayed; a lease that was
   * granted nevertheless runs out by itself. Errors: as of `run`.
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
      held = new HeldLease(lease, () => this.renewals.load(lease), claim.leaseMs);
      const endsAt = performance.now() + claim.remainingMs;
      const deadline = AbortSignal.timeout(Math.max(0, claim.remainingMs));
      const late = AbortSignal.timeout(Math.max(0, claim.remainingMs - REPORT_MS));
      const { lost } = held;
      const { cancelled } = watch;
      const meter = new UsageMeter();
      const signals = { lost, cancelled, deadline, late };
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
    const { lease, lost, cancelled, deadline, late, job, meter } = attempt;
    const signal = AbortSignal.any([lost, cancelled, deadline, job.signal]);
    const ending = AbortSignal.any([late, job.signal]);
    const startedAt = performance.now();
    const { generationId } = lease;
    const { model } = task.environment;
    const live = new LiveWriter(lease.epoch, (text) => this.bus.notify(liveGeneration, generationId, text));
    const onAnswer = () => this.places.resume(model);
    const outcome = await this.writing
      .write({ task, seed: generationId, signal, ending, live, meter, onAnswer })
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

  /** The outcome of a generation that could not be written; or that of its job, when the attempt leaves the generation open. */
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
    const { generationId } = lease;
    const cause = error instanceof RepairFailed ? error.cause : error;
    const failure = deadline.aborted ? new ModelError('DeadlineExceeded') : asModelError(cause, generationId);
    const { code: errorCode, detail: errorDetail } = failure;
    log.warn(
      { generationId, invocationId, model, code: errorCode, reason: reasonOf(failure) },
      'An attempt to write a generation failed',
    );
    const next = await this.nextAttempt(attempt, model, failure);
    if (next) return this.giveBack({ ...lease, usage, errorCode }, next);
    if (error instanceof RepairFailed) return error.outcome;
    return { status: 'FAILED', errorCode, ...(errorDetail !== undefined && { errorDetail }), usage };
  }

  /**
   * How the job goes on after a failure; undefined for not at all. A refusal of a server that is away, loads or limits costs
   * nothing, so it does not count, and there is another attempt as long as the deadline allows, unless the server has
   * `retries`. Where an earlier call of the attempt was answered, and so paid, it counts as any failure does.
   */
  private async nextAttempt(
    { endsAt, job, meter }: Attempt,
    model: string,
    failure: ModelError,
  ): Promise<JobOutcome | undefined> {
    const { code, retryAfterMs: asked = 0 } = failure;
    const isRefusal = failure.isRefusal && (meter.usage.outputTokens ?? 0) === 0;
    const isAway = code === 'ModelUnavailable' || code === 'ModelRateLimited';
    if (isAway) refusals.inc({ model });
    if (failure.isSilent) await this.places.narrow(model);
    const allowed = isAway ? (this.places.retriesOf(model) ?? Infinity) : Infinity;
    const isLast = Math.min(failure.retries, allowed) < job.attempt || job.lastAttempt;
    if (!isAway || !this.places.isPatient(model)) {
      const afterMs = asked > 0 && asked <= SHORT_MS ? asked : undefined;
      return isLast ? undefined : { state: 'retry', cause: failure, ...(afterMs && { afterMs }) };
    }
    const afterMs = await this.places.pause(model, asked);
    if (performance.now() + Math.max(afterMs, asked) >= endsAt) return undefined;
    if (isLast && !isRefusal) return undefined;
    await this.places.block(job, afterMs);
    return isRefusal ? { state: 'delay', afterMs } : { state: 'retry', cause: failure, afterMs };
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

function asModelError(error: unknown, generationId: string): ModelError {
  if (error instanceof ModelError) return error;
  log.error({ generationId, err: error }, 'An attempt failed with an error that nobody foresaw: a bug');
  return new ModelError('InternalFault', { cause: error });
}
