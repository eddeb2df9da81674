// Runs one attempt of a job: parses its data, calls its handler, and tells BullMQ how the attempt ended.
import { hostname } from 'node:os';
import { DelayedError, UnrecoverableError, Worker, type Job } from 'bullmq';
import { z } from 'zod';
import { AppError, type JobDefinition } from '#contracts';
import { newRequestId, withContext } from '../context/context.ts';
import { isRetryable } from '../errors/error-mapping.ts';
import { logger } from '../observability/log.ts';
import { observeJob, observeWait } from '../observability/metrics.ts';
import { markFailure, startSpan, within } from '../observability/tracing.ts';
import type { Redis } from '../redis/redis.ts';
import type { JobOutcome } from './job-outcome.ts';
import type { JobContext } from './on-job.ts';
import type { JobEnvelope } from './queues.ts';
import type { StallDetector } from './stall-detector.ts';

const log = logger('jobs');

/** Delay before a job of an unknown version is offered again, and the age from which it fails; in milliseconds. */
const FOREIGN_DELAY_MS = 2000;
const FOREIGN_MS = 86_400_000;

/** A processor's method, bound to its instance. */
export type JobHandler = (data: unknown, job: JobContext) => Promise<JobOutcome>;

/** An attempt of a job, with all that it needs to run. */
export interface Attempt {
  worker: Worker;
  /** The connection of the worker. */
  redis: Redis;
  stallDetector: StallDetector;
  definition: JobDefinition;
  handler: JobHandler;
  job: Job;
  /** Token of the job's lock. */
  token: string;
  signal: AbortSignal | undefined;
}

/** Carries the delay that a handler asked for to the worker's back-off. */
class Retry extends Error {
  constructor(
    readonly afterMs: number | undefined,
    cause: unknown,
  ) {
    super('the attempt failed and will be repeated', { cause });
  }
}

/** Back-off of a failed attempt in milliseconds: 1 s, 2 s, 4 s …, each up to half shorter at random. */
export function backoff(attemptsMade: number, error: Error | undefined): number {
  if (error instanceof Retry && error.afterMs !== undefined) return error.afterMs;
  return Math.round(1000 * 2 ** (attemptsMade - 1) * (1 - Math.random() / 2));
}

/** Runs one attempt. Throws what BullMQ takes for "not done": its own errors, or the error of the handler. */
export async function runAttempt(attempt: Attempt): Promise<void> {
  const { worker, job } = attempt;
  const queue = worker.name;
  const started = performance.now();
  const { context } = job.data as JobEnvelope;
  const attributes = { job: job.id ?? '', attempt: job.attemptsMade + 1 };
  const span = startSpan({ name: `work ${queue}`, kind: 'CONSUMER', attributes }, context.traceparent);
  const jobContext = { ...context, requestId: context.requestId || newRequestId() };
  observeFirstWait(queue, job);
  let label = 'failed';
  try {
    const handle = (): Promise<JobOutcome> => handleJob(attempt, queue);
    const outcome = await attempt.stallDetector.track(() =>
      withContext(jobContext, () => within(span, handle)),
    );
    label = LABELS[outcome.state];
    await settle(attempt, outcome);
  } catch (error) {
    if (label === 'failed') {
      markFailure(span, error instanceof Retry ? error.cause : error);
      log.warn({ queue, job: job.id, reason: reasonOf(error) }, 'An attempt of a job failed');
    }
    throw error;
  } finally {
    span.set({ outcome: label });
    span.end();
    observeJob(queue, label, (performance.now() - started) / 1000);
  }
}

/** Outcomes as the metric `job_attempts_total` names them. */
const LABELS = { done: 'done', retry: 'failed', delay: 'delayed', throttle: 'throttled' } as const;

/** The one place where an outcome becomes what BullMQ understands. */
async function settle({ worker, redis, job, token }: Attempt, outcome: JobOutcome): Promise<void> {
  switch (outcome.state) {
    case 'done':
      return;
    case 'retry':
      throw new Retry(outcome.afterMs, outcome.cause);
    case 'delay':
      await job.moveToDelayed(Date.now() + outcome.afterMs, token);
      throw new DelayedError();
    case 'throttle':
      await pauseAtLeast(redis, worker.toKey('limiter'), Math.max(1, outcome.holdMs));
      throw Worker.RateLimitError();
    default:
      return outcome satisfies never;
  }
}

/**
 * Pauses a queue on all workers for this time, or for longer where it is paused for longer: attempts that were in flight at
 * once may ask for different times, and `Worker.rateLimit` would let the last one undo the others. The key is that of BullMQ's
 * limiter, whose count of jobs becomes one that no limit allows.
 */
async function pauseAtLeast(redis: Redis, limiter: string, holdMs: number): Promise<void> {
  await redis
    .multi()
    .set(limiter, Number.MAX_SAFE_INTEGER, 'PX', holdMs, 'NX')
    .set(limiter, Number.MAX_SAFE_INTEGER, 'KEEPTTL')
    .pexpire(limiter, holdMs, 'GT')
    .exec();
}

async function handleJob(
  { definition, handler, job, token, signal }: Attempt,
  queue: string,
): Promise<JobOutcome> {
  const data = parseData(definition, job);
  if (data === FOREIGN) return { state: 'delay', afterMs: FOREIGN_DELAY_MS };
  const attempt = job.attemptsMade + 1;
  try {
    return await handler(data, {
      queue,
      id: job.id ?? '',
      priority: job.priority,
      attempt,
      lastAttempt: attempt >= (job.opts.attempts ?? 1),
      worker: `${hostname().slice(0, 24)}/${process.pid}/${token.slice(0, 36)}/${job.attemptsStarted}`,
      signal: signal ?? new AbortController().signal,
    });
  } catch (error) {
    if (error instanceof AppError && !isRetryable(error.code)) throw new UnrecoverableError(error.code);
    throw error;
  }
}

const FOREIGN = Symbol('data of a version that this worker does not know');

/**
 * The data of a job. While a new release replaces an old one, both read the same queue, so data of an unknown version
 * is left to another worker. Error: the data fits no version.
 */
function parseData(definition: JobDefinition, job: Job): unknown {
  const { data } = job.data as JobEnvelope;
  const parsed = definition.data.safeParse(data);
  if (parsed.success) return parsed.data;
  const { v } = z
    .object({ v: z.int().optional().catch(undefined) })
    .catch({})
    .parse(data);
  const isForeign = v !== undefined && parsed.error.issues.some(({ path }) => path[0] === 'v');
  if (!isForeign || Date.now() - job.timestamp > FOREIGN_MS) {
    throw new UnrecoverableError('The data does not fit the job.');
  }
  log.info({ queue: job.queueName, job: job.id, v }, 'A job of another version is left to another worker');
  return FOREIGN;
}

function observeFirstWait(queue: string, job: Job): void {
  if (job.attemptsStarted !== 1 || job.processedOn === undefined) return;
  observeWait(queue, (job.processedOn - job.timestamp - (job.opts.delay ?? 0)) / 1000);
}

function reasonOf(error: unknown): string {
  return String(error instanceof Retry ? error.cause : error);
}
