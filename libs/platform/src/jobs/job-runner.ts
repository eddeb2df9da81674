// Takes jobs from queues: one BullMQ worker per queue, started last and closed first. It does not use @nestjs/bullmq,
// which closes workers only in onApplicationShutdown, when the services that they use are already closing, and which
// takes their options as static decorator metadata, while ours come from the configuration.
import {
  Inject,
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Worker, type Job } from 'bullmq';
import type { JobDefinition } from '#contracts';
import { markedMethods } from '../context/marked-methods.ts';
import type { ProcessConfig, RedisDurability, WorkerConfig } from '../config/config.ts';
import { Health } from '../observability/health.ts';
import { logger } from '../observability/log.ts';
import { durabilityCheck, openRedis, openWorkerRedis, type Redis } from '../redis/redis.ts';
import { backoff, runAttempt, type JobHandler } from './job-attempt.ts';
import { JOB } from './on-job.ts';
import { QueueCache } from './queue-cache.ts';
import { StallDetector } from './stall-detector.ts';

const log = logger('jobs');
const OPTIONS = Symbol('job options');

/** Share of the shutdown time that running jobs get before they are aborted. */
const GRACE_SHARE = 0.7;

/** Options with which this process takes jobs. */
export interface WorkOptions {
  /** Jobs at once of each queue; or by the name of the queue, 1 for a queue without a name there. */
  concurrency: number | Readonly<Record<string, number>>;
  /** Only these queues; by default all queues of the definition. */
  queues?: readonly string[];
  /** At most `max` jobs in `duration` milliseconds, over all processes. Needed where handlers pause their queue by `throttle`. */
  limiter?: { max: number; duration: number };
}

@Injectable()
class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly workers: Worker[] = [];
  private readonly stallDetectors: StallDetector[] = [];
  private readonly redis: Redis;
  private readonly watchedQueues: QueueCache;

  constructor(
    @Inject(OPTIONS)
    private readonly options: WorkOptions & {
      url: string;
      durability: RedisDurability;
      shutdownMs: number;
      stuckMs: number;
      lockMs: number;
      stalledCheckMs: number;
    },
    private readonly discovery: DiscoveryService,
    health: Health,
  ) {
    this.redis = openWorkerRedis(options.url, 'jobs');
    // A connection apart from those of the workers, because a worker may be stuck on its connection.
    this.watchedQueues = new QueueCache(openRedis(options.url, 'stall-detector'));
    health.addLivenessCheck('workers', () => {
      for (const stallDetector of this.stallDetectors) stallDetector.assertNotStuck();
    });
    health.addReadinessCheck('redis', durabilityCheck(this.redis, options.durability));
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
    for (const stallDetector of this.stallDetectors) stallDetector.start();
  }

  /** Takes no more jobs and awaits the running ones; after the grace period it aborts them, so they are queued again. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.stallDetectors.map((stallDetector) => stallDetector.stop()));
    const timer = setTimeout(() => {
      for (const worker of this.workers) worker.cancelAllJobs('shutdown');
    }, this.options.shutdownMs * GRACE_SHARE);
    await Promise.all(this.workers.map((worker) => worker.close()));
    clearTimeout(timer);
  }

  async onApplicationShutdown(): Promise<void> {
    this.redis.disconnect();
    await this.watchedQueues.close();
  }

  private findHandlers(): { definition: JobDefinition; handler: JobHandler }[] {
    const found = markedMethods<JobDefinition>(this.discovery, JOB);
    const definitions = found.map(({ mark }) => mark);
    const repeated = definitions.find((definition, i) => definitions.indexOf(definition) !== i);
    if (repeated) throw new Error(`Two methods handle the job of ${repeated.queues.join(', ')}: keep one.`);
    return found.map(({ mark, method }) => ({ definition: mark, handler: method as JobHandler }));
  }

  private open(queue: string, definition: JobDefinition, handler: JobHandler): Worker {
    const { concurrency: places } = this.options;
    const { redis } = this;
    const concurrency = typeof places === 'number' ? places : (places[queue] ?? 1);
    const worker: Worker = new Worker(
      queue,
      (job: Job, token?: string, signal?: AbortSignal) =>
        runAttempt({ worker, redis, stallDetector, definition, handler, job, token: token ?? '', signal }),
      {
        connection: redis,
        concurrency,
        limiter: this.options.limiter,
        // A job of a dead process starts elsewhere within lockDuration + stalledInterval.
        lockDuration: this.options.lockMs,
        stalledInterval: this.options.stalledCheckMs,
        // A stall is not an attempt; the owner's record decides how often work is tried. maxStartedAttempts is not set,
        // because it would also count jobs that were returned without a failure, such as those of a throttled queue.
        maxStalledCount: 3,
        drainDelay: 5,
        settings: { backoffStrategy: (attemptsMade, _type, error) => backoff(attemptsMade, error) },
      },
    );
    const stallDetector = new StallDetector(worker, this.watchedQueues, { ...this.options, concurrency });
    this.stallDetectors.push(stallDetector);
    worker.on('error', (error) =>
      log.debug({ reason: error.message, queue }, 'The worker of a queue reports an error'),
    );
    worker.on('lockRenewalFailed', (ids: string[]) => ids.forEach((id) => worker.cancelJob(id, 'lock lost')));
    return worker;
  }
}

/** Lets a process take jobs. */
@Module({})
export class JobsModule {
  /** Starts taking jobs once the app is up. */
  static forRoot(config: ProcessConfig & WorkerConfig, options: WorkOptions): DynamicModule {
    const { REDIS_URL: url, REDIS_DURABILITY: durability } = config;
    const { SHUTDOWN_MS: shutdownMs, WORKER_STUCK_MS: stuckMs } = config;
    const { WORKER_LOCK_MS: lockMs, WORKER_STALLED_CHECK_MS: stalledCheckMs } = config;
    const value = { ...options, url, durability, shutdownMs, stuckMs, lockMs, stalledCheckMs };
    return {
      module: JobsModule,
      imports: [DiscoveryModule],
      providers: [{ provide: OPTIONS, useValue: value }, JobRunner],
    };
  }
}
