// The sending side of the queues: adds jobs and looks after those that were added. Only relay and reconciler use it.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Queue, type JobsOptions } from 'bullmq';
import type { Context } from '../context/context.ts';
import { Health } from '../observability/health.ts';
import { assertKeepsData, openRedis, type Redis } from '../redis/redis.ts';
import { markFailure, startSpan, type Span } from '../observability/tracing.ts';

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

/** How a queue stands. */
export interface QueueSnapshot {
  counts: Record<'waiting' | 'prioritized' | 'active' | 'delayed' | 'failed', number>;
  /** How long the job that waits longest could have been taken, in milliseconds; 0 when none waits. */
  oldestMs: number;
  paused: boolean;
}

/** A priority is the high half of a prioritized job's score, its turn the low half. */
const PRIORITY_STEP = 2 ** 32;
/** Priorities that are looked at for the oldest job; we use two. */
const MOST_PRIORITIES = 8;

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
    health.addReadinessCheck('redis', () => assertKeepsData(this.redis));
  }

  /** Adds jobs, a round trip a queue. */
  async add(jobs: readonly NewJob[]): Promise<void> {
    const traced = jobs.map(startAdding);
    const byQueue = Map.groupBy(
      traced.map(({ job }) => job),
      (job) => job.queue,
    );
    try {
      await Promise.all([...byQueue].map(([queue, some]) => this.open(queue).addBulk(some.map(toBulkJob))));
    } catch (error) {
      for (const { span } of traced) markFailure(span, error);
      throw error;
    } finally {
      for (const { span } of traced) span.end();
    }
  }

  /** True while a job waits, is delayed or runs; false once it ended or when Redis lost it. */
  async isPending(queue: string, jobId: string): Promise<boolean> {
    const state = await this.open(queue).getJobState(jobId);
    return ['waiting', 'prioritized', 'delayed', 'active', 'waiting-children'].includes(state);
  }

  /** Priority of the first job that waits with one; 0 when none does. */
  async firstPriority(queue: string): Promise<number> {
    const [job] = await this.open(queue).getPrioritized(0, 0);
    return job?.priority ?? 0;
  }

  /** How a queue stands just now. Errors: those of Redis, within 2 s a command. */
  async snapshot(name: string): Promise<QueueSnapshot> {
    const key = this.keyOf(name);
    const [waiting, prioritized, active, delayed, failed, paused, heads] = await Promise.all([
      this.redis.llen(key('wait')),
      this.redis.zcard(key('prioritized')),
      this.redis.llen(key('active')),
      this.redis.zcard(key('delayed')),
      this.redis.zcard(key('failed')),
      this.redis.hexists(key('meta'), 'paused'),
      this.heads(key),
    ]);
    const since = await Promise.all(heads.map((id) => this.waitingSince(key(id))));
    const now = Date.now();
    const oldest = Math.min(...since.filter((ms) => ms !== undefined), now);
    return {
      counts: { waiting, prioritized, active, delayed, failed },
      oldestMs: now - oldest,
      paused: paused === 1,
    };
  }

  /**
   * A queue itself. It is made when Redis is there: made earlier, it would wait for it without end. Error: a plain one
   * while Redis is not there.
   */
  open(name: string): Queue {
    if (this.redis.status !== 'ready') throw new Error('Connection is closed.');
    const known = this.queues.get(name);
    if (known) return known;
    const queue = new Queue(name, { connection: this.redis, skipWaitingForReady: true });
    queue.on('error', () => undefined); // said once by the connection itself
    this.queues.set(name, queue);
    // A queue that Redis did not answer at first fails for ever, so the next call makes another.
    queue.waitUntilReady().catch(() => {
      this.queues.delete(name);
      return queue.close();
    });
    return queue;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.redis.disconnect();
  }

  private keyOf(name: string): (part: string) => string {
    const queue = this.open(name);
    return (part) => queue.toKey(part);
  }

  /** The jobs of which one waits longest: the next one, and the next one of each priority. */
  private async heads(key: (part: string) => string): Promise<string[]> {
    const heads = [await this.redis.lindex(key('wait'), -1)].filter((id) => id !== null);
    for (let from = 0, looks = 0; looks < MOST_PRIORITIES; looks += 1) {
      const [id, score] = await this.redis.zrangebyscore(
        key('prioritized'),
        from,
        '+inf',
        'WITHSCORES',
        'LIMIT',
        0,
        1,
      );
      if (id === undefined) break;
      heads.push(id);
      from = (Math.floor(Number(score) / PRIORITY_STEP) + 1) * PRIORITY_STEP;
    }
    return heads;
  }

  /** Since when a job could be taken, in Unix ms: added, its delay over, or given back since it was taken last. */
  private async waitingSince(key: string): Promise<number | undefined> {
    const [added, opts, taken] = await this.redis.hmget(key, 'timestamp', 'opts', 'processedOn');
    if (!added) return undefined; // taken meanwhile, and done
    const { delay = 0 } = JSON.parse(opts ?? '{}') as JobsOptions;
    return Math.max(Number(added) + delay, Number(taken ?? 0));
  }
}

/** A job with a span of its own between what asked for it and what will be done: it shows the time in the outbox. */
function startAdding(job: NewJob): { job: NewJob; span: Span } {
  const { queue, jobId, envelope } = job;
  const span = startSpan(
    { name: `add ${queue}`, kind: 'producer', attributes: { job: jobId } },
    envelope.context.traceparent,
  );
  if (span.traceparent === undefined) return { job, span };
  const context = { ...envelope.context, traceparent: span.traceparent };
  return { job: { ...job, envelope: { ...envelope, context } }, span };
}

function toBulkJob({ queue, jobId, envelope, attempts, priority, delayMs }: NewJob) {
  const opts: JobsOptions = { ...RETENTION, jobId, attempts, backoff: { type: 'custom' } };
  if (priority !== undefined) opts.priority = priority;
  if (delayMs !== undefined) opts.delay = delayMs;
  return { name: queue, data: envelope, opts };
}
