// Reads a record for all streams of this process that follow it.
import { setTimeout as pause } from 'node:timers/promises';

/** One record. However many streams follow it, and however often it changes, it is read no more often than for one of them. */
export class SharedRead<R> {
  /** Streams that follow the record. */
  followers = 0;
  private next: Promise<R> | undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** `minMs` is the least time between two readings, in milliseconds. */
  constructor(private readonly minMs: number) {}

  /** The record as it is now or later: one reading for all who ask before it begins. Errors: those of `load`. */
  read(load: () => Promise<R>): Promise<R> {
    this.next ??= this.loadNext(load);
    return this.next;
  }

  private async loadNext(load: () => Promise<R>): Promise<R> {
    await this.last;
    this.next = undefined; // who asks from now on wants what changes from now on
    const loading = load();
    this.last = Promise.allSettled([loading, pause(this.minMs, undefined, { ref: false })]);
    return loading;
  }
}
