// Lets few pieces of work of one key run at once, so that nobody takes what all share; a few more wait for a moment.

/** What is allowed to a key. */
export interface BulkheadLimits {
  /** Pieces of work that run at once. */
  atOnce: number;
  /** Pieces of work that wait beside them. */
  waiting: number;
  /** Longest wait, in milliseconds. */
  waitMs: number;
}

/** A bulkhead for each key, within this process: work waits for its turn. SharedPlaces only counts, and has a bound for all keys. */
export class Bulkhead {
  private readonly byKey = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(private readonly limits: BulkheadLimits) {}

  /** Runs work in a place of its key. Errors: the work's own; that of `refusal` when there is no place in time. */
  async run<T>(key: string, work: () => Promise<T>, refusal: () => Error): Promise<T> {
    await this.enter(key, refusal);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  private async enter(key: string, refusal: () => Error): Promise<void> {
    const places = this.byKey.get(key) ?? { running: 0, waiting: [] };
    this.byKey.set(key, places);
    if (places.running < this.limits.atOnce) {
      places.running += 1;
      return;
    }
    if (places.waiting.length >= this.limits.waiting) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    places.waiting.push(resolve);
    const timer = setTimeout(() => {
      const at = places.waiting.indexOf(resolve);
      if (at < 0) return; // it has a place by now
      places.waiting.splice(at, 1);
      reject(refusal());
    }, this.limits.waitMs);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Hands the place to the work that waits for longest. */
  private leave(key: string): void {
    const places = this.byKey.get(key);
    if (!places) return;
    const next = places.waiting.shift();
    if (next) return next();
    places.running -= 1;
    if (places.running === 0) this.byKey.delete(key);
  }
}
