// Does the background work that waits: a few pieces at once, and for a limited time in each run of an interval task.

/** Time after which a run begins no more work, in milliseconds: a process that is told to stop waits for it for 20 s at most. */
const RUN_MS = 10_000;
/** Pieces of work at once: more would take the connections that requests need. */
const AT_ONCE = 4;

/** What a loop does. */
export interface LoopWork<T> {
  /** The next pieces of work, the most urgent first and a bounded number; none when nothing waits. */
  find: () => Promise<readonly T[]>;
  /** Does one piece; resolves with false when nothing came of it, so that asking again at once would be in vain. */
  work: (piece: T) => Promise<boolean | void>;
  /** Pieces of work at once; 4 by default. */
  atOnce?: number;
}

/**
 * The work of an interval task. A run goes on until nothing more waits or its time is over. The next one begins with what the
 * last one had found and had no time for, so that nothing waits for ever behind work that is slow each time.
 */
export class WorkLoop<T> {
  private waiting: T[] = [];

  constructor(private readonly loop: LoopWork<T>) {}

  /** One run. Other pieces are done even when one fails; then it throws the first error. */
  async run(): Promise<void> {
    const endsAt = performance.now() + RUN_MS;
    const errors: unknown[] = [];
    for (let isWorthMore = true; isWorthMore;) {
      const isNew = this.waiting.length === 0;
      if (isNew) this.waiting = [...(await this.loop.find())];
      const hasResult = await this.workUntil(endsAt, errors);
      isWorthMore = performance.now() < endsAt && (hasResult || !isNew);
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Works off what waits; true when something came of it. */
  private async workUntil(endsAt: number, errors: unknown[]): Promise<boolean> {
    let hasResult = false;
    const lane = async (): Promise<void> => {
      while (this.waiting.length > 0 && performance.now() < endsAt) {
        const [piece] = this.waiting.splice(0, 1) as [T];
        const result = await this.loop.work(piece).catch((error: unknown) => {
          errors.push(error);
          return false;
        });
        if (result !== false) hasResult = true;
      }
    };
    await Promise.all(Array.from({ length: this.loop.atOnce ?? AT_ONCE }, lane));
    return hasResult;
  }
}

/** A loop of one piece of work, which is done again while it resolves with true: something is left. */
export function repeated(work: () => Promise<boolean>): WorkLoop<null> {
  return new WorkLoop({ find: () => Promise.resolve([null]), work, atOnce: 1 });
}
