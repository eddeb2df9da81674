// Turns: of many who want the same at once one goes at a time, and the others hold nothing while they wait.
import { AppError } from '#contracts';

/** A line of those who wait for one key. */
interface Line {
  length: number;
  last: Promise<unknown>;
}

/** How long lines may get. */
export interface KeyedMutexLimits {
  /** How many of one key may wait or work at once. */
  most: number;
  /** Longest wait for a turn, in milliseconds. */
  waitMs: number;
}

/** Lets work of one key go one after the other, within this process. */
export class KeyedMutex {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly limits: KeyedMutexLimits) {}

  /**
   * Does work when it is its turn, whatever became of the one before. Errors: the work's own; Unavailable when the
   * line is full; `late`, by default Unavailable, when the turn does not come in time; then the work is never done.
   */
  async run<T>(key: string, work: () => Promise<T>, late: () => AppError = notNow): Promise<T> {
    const line = this.lines.get(key) ?? { length: 0, last: Promise.resolve() };
    if (line.length >= this.limits.most) throw notNow();
    this.lines.set(key, line);
    line.length += 1;
    let state: 'waiting' | 'working' | 'gone' = 'waiting';
    const turn = line.last.then(() => {
      if (state === 'gone') throw notNow();
      state = 'working';
      return work();
    });
    line.last = turn
      .catch(() => undefined)
      .then(() => {
        line.length -= 1;
        if (line.length === 0) this.lines.delete(key);
      });
    const { promise: refused, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      if (state !== 'waiting') return;
      state = 'gone';
      reject(late());
    }, this.limits.waitMs);
    return Promise.race([turn, refused]).finally(() => clearTimeout(timer));
  }
}

function notNow(): AppError {
  return new AppError('Unavailable', { retryAfter: 1 });
}
