// The receiving side of the queues: a handler a job, its payload checked, its failures told apart.
import { hostname } from 'node:os';
import {
  Inject,
  Injectable,
  Module,
  SetMetadata,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { DelayedError, UnrecoverableError, Worker, type Job } from 'bullmq';
import { z } from 'zod';
import { AppError, type JobDefinition } from '#contracts';
import type { ProcessConfig, WorkerConfig } from '../config/config.ts';
import { newId, withContext } from '../context/context.ts';
import { isRetryable } from '../errors/error-mapping.ts';
import { Health } from '../observability/health.ts';
import { logger } from '../observability/log.ts';
import { StallDetector } from './stall-detector.ts';
import type { JobEnvelope } from './queues.ts';
import { assertKeepsData, openRedis, openWorkerRedis, type Redis } from '../redis/redis.ts';
import { observeJob, observeWait } from '../observability/metrics.ts';
import { markFailure, startSpan, within } from '../observability/tracing.ts';

const log = logger('jobs');
const JOB = Symbol('job');
const OPTIONS = Symbol('job options');

/** Share of the shutdown time that running jobs get before they are told to stop. */
const PATIENCE = 0.7;

/** How long a job of an unknown version is put back before it comes again, and for how long at all. */
const FOREIGN_DELAY_MS = 2000;
const FOREIGN_MS = 86_400_000;

/** What a handler knows about its try. */
export interface JobContext {
  queue: string;
  /** 1 at first. */
  attempt: number;
  lastAttempt: boolean;
  /** Unique to this process and this try: the name under which it claims. */
  worker: string;
  /** Aborted when the lock is lost or the process must leave. */
  signal: AbortSignal;
}

/** Thrown by a handler: come back later; not counted as a try. */
export class JobDelayed extends Error {
  constructor(readonly delayMs: number) {
    super(`again in ${delayMs} ms`);
  }
}

/** Thrown by a handler: nothing of this queue for a while; not counted as a try. */
export class JobThrottled extends Error {
  constructor(readonly holdMs: number) {
    super(`queue held for ${holdMs} ms`);
  }
}

/** Thrown by a handler: try again after this time; counted. */
export class JobRetry extends Error {
  constructor(
    readonly delayMs: number,
    cause: unknown,
  ) {
    super('to be tried again', { cause });
  }
}

/** Handles a job: the method takes its data and a JobContext. Exactly one handler a definition. */
export function OnJob(definition: JobDefinition): MethodDecorator {
  return SetMetadata(JOB, definition);
}

/** How this process takes jobs. */
export interface WorkOptions {
  /** Jobs at once, per queue. */
  concurrency: number;
  /** Only these queues; default all of the definition. */
  queues?: readonly string[];
  /** At most `max` jobs in `duration` milliseconds, over all processes. */
  limiter?: { max: number; duration: number };
}

type Handler = (data: unknown, job: JobContext) => Promise<void>;

@Injectable()
class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly workers: Worker[] = [];
  private readonly progresses: StallDetector[] = [];
  private readonly redis: Redis;
  private readonly watchRedis: Redis;

  constructor(
    @Inject(OPTIONS)
    private readonly options: WorkOptions & { url: string; shutdownMs: number; stuckMs: number },
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    health: Health,
  ) {
    this.redis = openWorkerRedis(options.url, 'jobs');
    // Apart from the workers' own connections: these may be what they are stuck on.
    this.watchRedis = openRedis(options.url, 'progress');
    health.addLivenessCheck('workers', () => {
      for (const progress of this.progresses) progress.assert();
    });
    health.addReadinessCheck('redis', () => assertKeepsData(this.redis));
    health.addReadinessCheck('workers', () => {
      if (this.workers.some((worker) => !worker.isRunning())) throw new Error('a queue is not being read');
    });
  }

  onApplicationBootstrap(): void {
    const handlers = this.findHandlers();
    if (handlers.length === 0) throw new Error('This worker handles no job: mark a method with @OnJob.');
    for (const { definition, handler } of handlers) {
      for (const queue of definition.queues.filter((name) => this.options.queues?.includes(name) ?? true)) {
        this.workers.push(this.open(queue, definition, handler));
      }
    }
    for (const progress of this.progresses) progress.watch();
  }

  /** Takes no more jobs and awaits those that run; late ones are told to stop and go back to the queue. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.progresses.map((progress) => progress.stop()));
    const timer = setTimeout(() => {
      for (const worker of this.workers) worker.cancelAllJobs('shutdown');
    }, this.options.shutdownMs * PATIENCE);
    await Promise.all(this.workers.map((worker) => worker.close()));
    clearTimeout(timer);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
    this.watchRedis.disconnect();
  }

  private findHandlers(): { definition: JobDefinition; handler: Handler }[] {
    const found: { definition: JobDefinition; handler: Handler }[] = [];
    for (const { instance } of this.discovery.getProviders()) {
      if (typeof instance !== 'object' || instance === null) continue;
      for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
        const method = (instance as Record<string, unknown>)[name];
        if (typeof method !== 'function') continue;
        const definition = this.reflector.get<JobDefinition | undefined>(JOB, method);
        if (!definition) continue;
        if (found.some((other) => other.definition === definition)) {
          throw new Error(`Two methods handle the job of ${definition.queues.join(', ')}: keep one.`);
        }
        found.push({ definition, handler: method.bind(instance) as Handler });
      }
    }
    return found;
  }

  private open(queue: string, definition: JobDefinition, handler: Handler): Worker {
    const worker: Worker = new Worker(
      queue,
      (job: Job, token?: string, signal?: AbortSignal) =>
        run({ worker, progress, queue, definition, handler, job, token: token ?? '', signal }),
      {
        connection: this.redis,
        concurrency: this.options.concurrency,
        ...(this.options.limiter ? { limiter: this.options.limiter } : {}),
        // A job of a dead process starts elsewhere within lockDuration + stalledInterval.
        lockDuration: 15_000,
        stalledInterval: 3000,
        // A stall is not an attempt; the owner's record decides how often work is tried. No maxStartedAttempts:
        // it would count returns that are no failures, such as a queue that was held.
        maxStalledCount: 3,
        drainDelay: 5,
        settings: { backoffStrategy: (made, _type, error) => backoff(made, error) },
      },
    );
    const progress = new StallDetector(worker, this.watchRedis, this.options);
    this.progresses.push(progress);
    worker.on('error', (error) => log.debug({ reason: error.message, queue }, 'The queue reports an error'));
    worker.on('lockRenewalFailed', (ids: string[]) => ids.forEach((id) => worker.cancelJob(id, 'lock lost')));
    return worker;
  }
}

/** 1 s, 2 s, 4 s …, each up to half shorter by chance, unless the error names its own delay. */
function backoff(attemptsMade: number, error: Error | undefined): number {
  if (error instanceof JobRetry) return error.delayMs;
  return Math.round(1000 * 2 ** (attemptsMade - 1) * (1 - Math.random() / 2));
}

interface Try {
  worker: Worker;
  progress: StallDetector;
  queue: string;
  definition: JobDefinition;
  handler: Handler;
  job: Job;
  token: string;
  signal: AbortSignal | undefined;
}

async function run({ worker, progress, queue, definition, handler, job, token, signal }: Try): Promise<void> {
  const started = performance.now();
  const { context } = job.data as JobEnvelope;
  const attempt = job.attemptsMade + 1;
  const attributes = { job: job.id ?? '', attempt };
  const span = startSpan({ name: `work ${queue}`, kind: 'consumer', attributes }, context.traceparent);
  const circumstances = { ...context, requestId: context.requestId || newId() };
  let outcome = 'done';
  if (job.attemptsStarted === 1 && job.processedOn !== undefined)
    observeWait(queue, (job.processedOn - job.timestamp - (job.opts.delay ?? 0)) / 1000);
  try {
    const work = async (): Promise<void> =>
      handler(payloadOf(definition, job), {
        queue,
        attempt,
        lastAttempt: attempt >= (job.opts.attempts ?? 1),
        worker: `${hostname().slice(0, 24)}/${process.pid}/${token.slice(0, 36)}/${job.attemptsStarted}`,
        signal: signal ?? new AbortController().signal,
      });
    await progress.track(() => withContext(circumstances, () => within(span, work)));
  } catch (error) {
    outcome = await turnBack(error, worker, job, token);
    if (outcome === 'failed') markFailure(span, error);
    throw outcome === 'throttled' ? Worker.RateLimitError() : queueError(error);
  } finally {
    span.set({ outcome });
    span.end();
    observeJob(queue, outcome, (performance.now() - started) / 1000);
  }
}

/**
 * The data of a job. One of a version that this worker does not know is left to a worker that does: while a new
 * release replaces an old one, both read the same queue.
 */
function payloadOf(definition: JobDefinition, job: Job): unknown {
  const { data } = job.data as JobEnvelope;
  const parsed = definition.data.safeParse(data);
  if (parsed.success) return parsed.data;
  const { v } = z
    .object({ v: z.int().optional().catch(undefined) })
    .catch({})
    .parse(data);
  const foreign = v !== undefined && parsed.error.issues.some(({ path }) => path[0] === 'v');
  if (!foreign || Date.now() - job.timestamp > FOREIGN_MS) {
    throw new UnrecoverableError('The payload does not fit the job.');
  }
  log.info({ queue: job.queueName, job: job.id, v }, 'A job of another version is left to another worker');
  throw new JobDelayed(FOREIGN_DELAY_MS);
}

async function turnBack(error: unknown, worker: Worker, job: Job, token: string): Promise<string> {
  if (error instanceof JobDelayed) {
    await job.moveToDelayed(Date.now() + error.delayMs, token);
    return 'delayed';
  }
  if (error instanceof JobThrottled) {
    await worker.rateLimit(Math.max(1, error.holdMs));
    return 'throttled';
  }
  const known = error instanceof JobRetry ? error.cause : error;
  log.warn({ queue: worker.name, job: job.id, reason: String(known) }, 'A try of a job failed');
  return 'failed';
}

function queueError(error: unknown): unknown {
  if (error instanceof JobDelayed) return new DelayedError();
  if (error instanceof AppError && !isRetryable(error.code)) return new UnrecoverableError(error.code);
  return error;
}

/** Gives a worker its queues. */
@Module({})
export class JobsModule {
  /** Starts taking jobs once the app is up. */
  static forRoot(config: ProcessConfig & WorkerConfig, options: WorkOptions): DynamicModule {
    const { REDIS_URL: url, SHUTDOWN_MS: shutdownMs, WORKER_STUCK_MS: stuckMs } = config;
    const value = { ...options, url, shutdownMs, stuckMs };
    return {
      module: JobsModule,
      imports: [DiscoveryModule],
      providers: [{ provide: OPTIONS, useValue: value }, JobRunner],
    };
  }
}
