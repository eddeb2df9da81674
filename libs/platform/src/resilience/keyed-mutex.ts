// A mutex per key, within this process: work of one key runs one after the other, and waiting work holds no resource.
import { AppError } from '#contracts';

/** Runs work of one key one after the other. */
export class KeyedMutex {
  private readonly queues = new Map<string, { length: number; last: Promise<unknown> }>();

  /** At most `max` calls of one key wait or run at once, and none waits longer than `waitMs` milliseconds. */
  constructor(private readonly limits: { max: number; waitMs: number }) {}

  /**
   * Runs work once all earlier work of the key has ended, successfully or not. Errors: the work's own; Unavailable when
   * the queue is full; `late()`, by default Unavailable, after the longest wait: the work then never runs.
   */
  async run<T>(key: string, work: () => Promise<T>, late: () => AppError = notNow): Promise<T> {
    const queue = this.queues.get(key) ?? { length: 0, last: Promise.resolve() };
    if (queue.length >= this.limits.max) throw notNow();
    this.queues.set(key, queue);
    queue.length += 1;
    let state: 'waiting' | 'running' | 'late' = 'waiting';
    const turn = queue.last.then(() => {
      if (state === 'late') throw notNow();
      state = 'running';
      return work();
    });
    queue.last = turn
      .catch(() => undefined)
      .then(() => {
        queue.length -= 1;
        if (queue.length === 0) this.queues.delete(key);
      });
    const { promise: refused, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      if (state !== 'waiting') return;
      state = 'late';
      reject(late());
    }, this.limits.waitMs);
    return Promise.race([turn, refused]).finally(() => clearTimeout(timer));
  }
}

function notNow(): AppError {
  return new AppError('Unavailable', { retryAfter: 1 });
}
