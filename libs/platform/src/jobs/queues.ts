// Adds jobs to the queues and reads the state of queues and jobs. Used by owners only.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Job, JobsOptions, Queue } from 'bullmq';
import type { Context } from '../context/context.ts';
import { Health } from '../observability/health.ts';
import type { RedisDurability } from '../config/config.ts';
import { durabilityCheck, openRedis, type Redis } from '../redis/redis.ts';
import { markFailure, startSpan, type Span } from '../observability/tracing.ts';
import { QueueCache } from './queue-cache.ts';

/** The content of a job in a queue: its data (ids) and the context that travels with it. */
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
  /** 1 comes first; a job without a priority comes before every number. */
  priority?: number;
  delayMs?: number;
}

/** State of a queue at one moment. */
export interface QueueSnapshot {
  /** Jobs by state, as the metric `queue_jobs` names the states. */
  counts: Record<'waiting' | 'prioritized' | 'active' | 'delayed' | 'failed', number>;
  /** How long the job that waits longest could have been taken, in milliseconds; 0 when none waits. */
  oldestMs: number;
  isPaused: boolean;
}

/** BullMQ keeps a prioritized job's priority in the high half of its score and its sequence in the low half. */
const PRIORITY_STEP = 2 ** 32;
/** Most jobs of a state whose priority one call lowers, and how many at a time. */
const MAX_LOWERED = 100_000;
const LOWERED_TOGETHER = 500;
/** Lowers the scores of a sorted set that are above a number by it. KEYS: the set. ARGV: the number. */
const LOWER_SCORES = `
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '+inf')) do
    redis.call('ZINCRBY', KEYS[1], -ARGV[1], member)
  end`;
/** Most priorities that are searched for the oldest job. */
const MAX_PRIORITIES = 8;

/** How long Redis keeps jobs that have ended, in seconds, and how many at most. */
const RETENTION: JobsOptions = {
  removeOnComplete: { age: 3600, count: 1000 },
  removeOnFail: { age: 86_400, count: 5000 },
};

/** The queues of an owner. */
@Injectable()
export class Queues implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly cache: QueueCache;

  constructor(url: string, name: string, health: Health, durability: RedisDurability = 'aof') {
    this.redis = openRedis(url, `${name}-queues`);
    this.cache = new QueueCache(this.redis);
    health.addReadinessCheck('redis', durabilityCheck(this.redis, durability));
  }

  /** Adds jobs, with one round trip per queue. */
  async add(jobs: readonly NewJob[]): Promise<void> {
    const traced = jobs.map(startAdding);
    const byQueue = Map.groupBy(
      traced.map(({ job }) => job),
      (job) => job.queue,
    );
    try {
      await Promise.all([...byQueue].map(([queue, some]) => addTo(this.open(queue), some.map(toBulkJob))));
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

  /** Priorities of the first and of the last prioritized job; 0 when none waits. */
  async priorities(queue: string): Promise<{ first: number; last: number }> {
    const { first, last } = await this.endsOf(queue, 'prioritized');
    return { first: priorityOf(first), last: priorityOf(last) };
  }

  /** Smallest and largest score of a sorted set that is kept with a queue; 0 when it is empty. */
  async endsOf(queue: string, name: string): Promise<{ first: number; last: number }> {
    const key = this.open(queue).toKey(name);
    const [first, last] = await Promise.all(
      [0, -1].map((place) => this.redis.zrange(key, place, place, 'WITHSCORES')),
    );
    return { first: Number(first?.[1] ?? 0), last: Number(last?.[1] ?? 0) };
  }

  /** True when no job waits, is delayed or runs. */
  async isEmpty(queue: string): Promise<boolean> {
    const counts = await this.open(queue).getJobCounts('waiting', 'prioritized', 'delayed', 'active');
    return Object.values(counts).every((count) => count === 0);
  }

  /** A number that the instances of an owner keep with a queue; 0 until one is kept, or when Redis has lost it. */
  async readNumber(queue: string, name: string): Promise<number> {
    return Number(await this.redis.get(this.open(queue).toKey(name)));
  }

  /** Keeps a number with a queue. */
  async writeNumber(queue: string, name: string, value: number): Promise<void> {
    await this.redis.set(this.open(queue).toKey(name), value);
  }

  /**
   * Lowers the priorities above a number by it. The order of these jobs stays the same. Also those of jobs that are delayed or
   * run: they may come back to the queue.
   */
  async lowerPriorities(name: string, by: number): Promise<void> {
    const queue = this.open(name);
    const from = (by + 1) * PRIORITY_STEP;
    const found = await Promise.all([
      this.redis.zrangebyscore(queue.toKey('prioritized'), from, '+inf', 'LIMIT', 0, MAX_LOWERED),
      this.redis.zrange(queue.toKey('delayed'), 0, MAX_LOWERED - 1),
      this.redis.lrange(queue.toKey('active'), 0, -1),
    ]);
    const ids = found.flat();
    for (let done = 0; done < ids.length; done += LOWERED_TOGETHER) {
      const some = ids.slice(done, done + LOWERED_TOGETHER);
      const jobs = await Promise.all(some.map((id): Promise<Job | undefined> => queue.getJob(id)));
      const high = jobs.filter((job) => job !== undefined && job.priority > by) as Job[];
      await Promise.all(high.map((job) => job.changePriority({ priority: job.priority - by })));
    }
  }

  /** Lowers the scores above a number by it in a sorted set that is kept with a queue. */
  async lowerScores(queue: string, name: string, by: number): Promise<void> {
    await this.redis.eval(LOWER_SCORES, 1, this.open(queue).toKey(name), by);
  }

  /** State of a queue now. Errors: those of Redis, within 2 s a command. */
  async snapshot(name: string): Promise<QueueSnapshot> {
    const queue = this.open(name);
    const [counts, isPaused, heads] = await Promise.all([
      queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
      queue.isPaused(),
      this.heads(queue),
    ]);
    const since = await Promise.all(heads.map((id) => this.waitingSince(queue.toKey(id))));
    const now = Date.now();
    const oldest = Math.min(...since.filter((ms) => ms !== undefined), now);
    return { counts: counts as QueueSnapshot['counts'], oldestMs: now - oldest, isPaused };
  }

  /** The BullMQ queue. Error: a plain one while Redis is not connected. */
  open(name: string): Queue {
    return this.cache.open(name);
  }

  onApplicationShutdown(): Promise<void> {
    return this.cache.close();
  }

  /** Candidates for the oldest job: the next one without a priority, and the next one of each priority. */
  private async heads(queue: Queue): Promise<string[]> {
    const heads = [await this.redis.lindex(queue.toKey('wait'), -1)].filter((id) => id !== null);
    for (let from = 0, reads = 0; reads < MAX_PRIORITIES; reads += 1) {
      const [id, score] = await this.redis.zrangebyscore(
        queue.toKey('prioritized'),
        from,
        '+inf',
        'WITHSCORES',
        'LIMIT',
        0,
        1,
      );
      if (id === undefined) break;
      heads.push(id);
      from = (priorityOf(score) + 1) * PRIORITY_STEP;
    }
    return heads;
  }

  /** When a job became available, in Unix ms: added, delay over, or given back since it was last taken. */
  private async waitingSince(key: string): Promise<number | undefined> {
    const [added, opts, taken] = await this.redis.hmget(key, 'timestamp', 'opts', 'processedOn');
    if (!added) return undefined; // taken and removed since
    const { delay = 0 } = JSON.parse(opts ?? '{}') as JobsOptions;
    return Math.max(Number(added) + delay, Number(taken ?? 0));
  }
}

/** The priority in a job's score; 0 without a score. */
function priorityOf(score: string | number = 0): number {
  return Math.floor(Number(score) / PRIORITY_STEP);
}

/** Gives a job a span between the request that caused it and its work, which shows the time in the outbox. */
function startAdding(job: NewJob): { job: NewJob; span: Span } {
  const { queue, jobId, envelope } = job;
  const span = startSpan(
    { name: `add ${queue}`, kind: 'PRODUCER', attributes: { job: jobId } },
    envelope.context.traceparent,
  );
  if (span.traceparent === undefined) return { job, span };
  const context = { ...envelope.context, traceparent: span.traceparent };
  return { job: { ...job, envelope: { ...envelope, context } }, span };
}

/** Adds jobs to a queue. A single one without the pipeline of BullMQ, which takes longer to make than to send. */
async function addTo(queue: Queue, jobs: readonly ReturnType<typeof toBulkJob>[]): Promise<void> {
  const [first, ...others] = jobs;
  if (first && others.length === 0) await queue.add(first.name, first.data, first.opts);
  else await queue.addBulk([...jobs]);
}

function toBulkJob({ queue, jobId, envelope, attempts, priority, delayMs }: NewJob) {
  const opts: JobsOptions = { ...RETENTION, jobId, attempts, backoff: { type: 'custom' } };
  if (priority !== undefined) opts.priority = priority;
  if (delayMs !== undefined) opts.delay = delayMs;
  return { name: queue, data: envelope, opts };
}
