// Whether a worker gets on: one that takes nothing for long, although jobs wait and it has room, is stuck.
import type { Worker } from 'bullmq';
import type { Redis } from '../redis/redis.ts';
import { IntervalTask } from '../resilience/interval-task.ts';

/** Looks in a row without progress that make a worker stuck. A process that was halted meanwhile looked at none. */
const LOOKS = 6;

/** Watches one worker: it may look alive and connected, and yet consume nothing. */
export class StallDetector {
  private readonly rounds: IntervalTask;
  private running = 0;
  private moves = 0;
  private idleLooks = 0;

  /** `redis` must be another connection than the worker's; `stuckMs` is how long to wait, in milliseconds. */
  constructor(
    private readonly worker: Worker,
    private readonly redis: Redis,
    private readonly limits: { concurrency: number; stuckMs: number },
  ) {
    const { stuckMs } = limits;
    this.rounds = new IntervalTask(`progress of ${worker.name}`, stuckMs / LOOKS, () => this.look());
  }

  /** Looks from now on. */
  watch(): void {
    this.rounds.start();
  }

  /** Looks no more: who leaves takes nothing. */
  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** Runs the work of one job. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    this.move(1);
    try {
      return await work();
    } finally {
      this.move(-1);
    }
  }

  /** Throws when the worker is stuck. */
  assert(): void {
    if (this.idleLooks <= LOOKS) return;
    throw new Error(`${this.worker.name}: jobs wait, and none was taken for ${this.limits.stuckMs} ms`);
  }

  private move(change: 1 | -1): void {
    this.running += change;
    this.moves += 1;
    this.idleLooks = 0;
  }

  private async look(): Promise<void> {
    const { moves } = this;
    const blamed = this.running < this.limits.concurrency && (await this.jobsWait());
    this.idleLooks = blamed && this.moves === moves ? this.idleLooks + 1 : 0;
  }

  /** True when a job could be taken now. Without Redis none can, and that is not the worker's fault. */
  private async jobsWait(): Promise<boolean> {
    const key = (part: string): string => this.worker.toKey(part);
    try {
      const [waiting, prioritized, due, paused, heldMs] = await Promise.all([
        this.redis.llen(key('wait')),
        this.redis.zcard(key('prioritized')),
        // Delayed jobs stay where they are until a worker fetches; the score is 4096 times the time.
        this.redis.zcount(key('delayed'), '-inf', Date.now() * 4096),
        this.redis.hexists(key('meta'), 'paused'),
        this.redis.pttl(key('limiter')),
      ]);
      return waiting + prioritized + due > 0 && paused === 0 && heldMs <= 0;
    } catch (error) {
      this.idleLooks = 0;
      throw error;
    }
  }
}
