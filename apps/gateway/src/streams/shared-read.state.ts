// Reads a record for all streams of this process that follow it.
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Pause after a reading, in times of what it took: the 20 streams of an account together keep about one processor busy,
 * however large the records are.
 */
const TIMES = 20;
/** Longest such pause, in milliseconds. */
const MAX_PAUSE_MS = 5000;

/** One record. However many streams follow it, and however often it changes, it is read no more often than for one of them. */
export class SharedRead<R> {
  /** Streams that follow the record. */
  followers = 0;
  private next: Promise<R> | undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** `minMs` is the least time between two readings, in milliseconds; it is longer when a reading takes long. */
  constructor(private readonly minMs: number) {}

  /** The record as it is now or later: one reading for all who ask before it begins. Errors: those of `load`. */
  read(load: () => Promise<R>): Promise<R> {
    this.next ??= this.loadNext(load);
    return this.next;
  }

  private async loadNext(load: () => Promise<R>): Promise<R> {
    await this.last;
    this.next = undefined; // who asks from now on wants what changes from now on
    const startedAt = performance.now();
    const loading = load();
    this.last = this.rest(loading, startedAt);
    return loading;
  }

  private async rest(loading: Promise<R>, startedAt: number): Promise<void> {
    await Promise.allSettled([loading]);
    const tookMs = performance.now() - startedAt;
    const restMs = Math.max(this.minMs - tookMs, Math.min(MAX_PAUSE_MS, tookMs * TIMES));
    await pause(restMs, undefined, { ref: false });
  }
}
