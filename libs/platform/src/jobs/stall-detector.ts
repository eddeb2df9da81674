// Detects a stuck worker: one that takes no job for long, although jobs wait and it has room for them.
import type { Worker } from 'bullmq';
import { IntervalTask } from '../resilience/interval-task.ts';
import type { QueueCache } from './queue-cache.ts';

/**
 * A worker with more checks in a row than this without progress is stuck: so many pauses lie between them. Time would not do,
 * because a halted process makes no checks.
 */
const CHECKS = 6;

/** Watches one worker, which may look alive and connected and yet take no jobs. */
export class StallDetector {
  private readonly task: IntervalTask;
  private running = 0;
  /** Starts and ends of jobs so far. */
  private changes = 0;
  /** Checks in a row without progress. */
  private idleChecks = 0;

  /** `queues` must use another connection than the worker's; `stuckMs` is how long to wait, in milliseconds. */
  constructor(
    private readonly worker: Worker,
    private readonly queues: QueueCache,
    private readonly limits: { concurrency: number; stuckMs: number },
  ) {
    const { stuckMs } = limits;
    this.task = new IntervalTask(`stall detector of ${worker.name}`, stuckMs / CHECKS, () => this.check());
  }

  /** Checks the worker from now on. */
  start(): void {
    this.task.start();
  }

  /** Ends the checks, because a worker that shuts down takes no jobs. */
  stop(): Promise<void> {
    return this.task.stop();
  }

  /** Runs the work of one job. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    this.countChange(1);
    try {
      return await work();
    } finally {
      this.countChange(-1);
    }
  }

  /** Throws when the worker is stuck. */
  assertNotStuck(): void {
    if (this.idleChecks <= CHECKS) return;
    throw new Error(`${this.worker.name}: jobs wait, and none was taken for ${this.limits.stuckMs} ms`);
  }

  private countChange(started: 1 | -1): void {
    this.running += started;
    this.changes += 1;
    this.idleChecks = 0;
  }

  private async check(): Promise<void> {
    const { changes } = this;
    const shouldTake = this.running < this.limits.concurrency && (await this.hasAvailableJobs());
    this.idleChecks = shouldTake && this.changes === changes ? this.idleChecks + 1 : 0;
  }

  /** True when a job could be taken now. Without Redis no job can be taken, which is not the worker's fault. */
  private async hasAvailableJobs(): Promise<boolean> {
    try {
      const queue = this.queues.open(this.worker.name);
      const [waiting, due, isPaused, throttledMs] = await Promise.all([
        queue.getJobCountByTypes('waiting', 'prioritized'),
        queue.getDelayedCount(Date.now()), // due jobs stay in this state until a worker fetches
        queue.isPaused(),
        queue.getRateLimitTtl(),
      ]);
      return waiting + due > 0 && !isPaused && throttledMs <= 0;
    } catch (error) {
      this.idleChecks = 0;
      throw error;
    }
  }
}
