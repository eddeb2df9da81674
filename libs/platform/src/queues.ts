// The sending side of the queues: adds jobs and looks after those that were added. Only relay and reconciler use it.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Queue, type JobsOptions } from 'bullmq';
import type { Context } from './context.ts';
import { Health } from './health.ts';
import { assertKeepsData, openRedis, type Redis } from './redis.ts';

/** What stands in a queue: ids, and the circumstances that travel with them. */
export interface JobEnvelope {
  context: Pick<Context, 'requestId' | 'traceparent'>;
  data: unknown;
}

/** One job to be added. */
export interface NewJob {
  queue: string;
  /** Deterministic: adding it twice is adding it once. */
  jobId: string;
  envelope: JobEnvelope;
  attempts: number;
  /** 1 is first; absent goes before every number. */
  priority?: number;
  delayMs?: number;
}

const RETENTION: JobsOptions = {
  removeOnComplete: { age: 3600, count: 1000 },
  removeOnFail: { age: 86_400, count: 5000 },
};

/** The sending side of the queues. */
@Injectable()
export class Queues implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly queues = new Map<string, Queue>();

  constructor(url: string, name: string, health: Health) {
    this.redis = openRedis(url, `${name}-queues`);
    health.add('redis', () => assertKeepsData(this.redis));
  }

  /** Adds jobs, a round trip a queue. */
  async add(jobs: readonly NewJob[]): Promise<void> {
    const byQueue = Map.groupBy(jobs, (job) => job.queue);
    await Promise.all([...byQueue].map(([queue, some]) => this.queue(queue).addBulk(some.map(toBulkJob))));
  }

  /** True while a job waits, is delayed or runs; false once it ended or when Redis lost it. */
  async isPending(queue: string, jobId: string): Promise<boolean> {
    const state = await this.queue(queue).getJobState(jobId);
    return ['waiting', 'prioritized', 'delayed', 'active', 'waiting-children'].includes(state);
  }

  /** Priority of the first job that waits with one; 0 when none does. */
  async firstPriority(queue: string): Promise<number> {
    const [job] = await this.queue(queue).getPrioritized(0, 0);
    return job?.priority ?? 0;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.redis.disconnect();
  }

  /** A queue is made when Redis is there: made earlier, it would wait for it without end. */
  private queue(name: string): Queue {
    if (this.redis.status !== 'ready') throw new Error('Connection is closed.');
    const known = this.queues.get(name);
    if (known) return known;
    const queue = new Queue(name, { connection: this.redis, skipWaitingForReady: true });
    queue.on('error', () => undefined); // said once by the connection itself
    this.queues.set(name, queue);
    return queue;
  }
}

function toBulkJob({ queue, jobId, envelope, attempts, priority, delayMs }: NewJob) {
  const opts: JobsOptions = { ...RETENTION, jobId, attempts, backoff: { type: 'custom' } };
  if (priority !== undefined) opts.priority = priority;
  if (delayMs !== undefined) opts.delay = delayMs;
  return { name: queue, data: envelope, opts };
}
