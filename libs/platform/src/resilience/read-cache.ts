// Remembers answers of an owner for some seconds, and reads each of them once, however many requests need it.
import { LRUCache } from 'lru-cache';

/** How long answers are remembered. */
export interface ReadCacheOptions {
  /** Maximum number of answers; the least recently used one goes first. */
  max: number;
  /** Age from which an answer is read again while requests still use it, in milliseconds. */
  renewMs: number;
  /** Age from which requests wait for the new reading, in milliseconds. */
  maxAgeMs: number;
  /** Pause after a failed reading, for which old answers stay in use, in milliseconds. Without one, requests fail. */
  retryMs?: number;
}

interface Remembered<V> {
  value: V;
  /** By performance.now(). */
  renewAt: number;
  expiresAt: number;
}

/** Answers by key. */
export class ReadCache<V> {
  private readonly remembered: LRUCache<string, Remembered<V>>;
  private readonly readings = new Map<string, Promise<V>>();
  /** Number of changes so far: an answer that was read during one may be the old one, and is not remembered. */
  private changes = 0;

  constructor(private readonly options: ReadCacheOptions) {
    this.remembered = new LRUCache({ max: options.max });
  }

  /**
   * The answer of a key; a promise where requests must wait for it. `read` gets the last answer, however old, if it is
   * remembered. Errors: those of `read`.
   */
  get(key: string, read: (last: V | undefined) => Promise<V>): V | Promise<V> {
    const known = this.remembered.get(key);
    const now = performance.now();
    if (known && now < known.renewAt) return known.value;
    const reading = this.readOnce(key, () => read(known?.value));
    if (!known) return reading;
    const isUsable = now < known.expiresAt;
    const renewed = reading.catch((error: unknown) => {
      if (this.options.retryMs === undefined && !isUsable) throw error;
      this.prolong(known);
      return known.value;
    });
    return isUsable ? known.value : renewed;
  }

  /** Forgets the answers of these keys, which have changed. */
  forget(keys: Iterable<string>): void {
    this.changes += 1;
    for (const key of keys) {
      this.remembered.delete(key);
      this.readings.delete(key);
    }
  }

  /** Reads these answers again before they are used, because they have changed; unlike `forget`, it keeps the old ones. */
  expire(keys: Iterable<string>): void {
    this.changes += 1;
    for (const key of keys) {
      const known = this.remembered.get(key);
      if (known) known.renewAt = known.expiresAt = 0;
      this.readings.delete(key);
    }
  }

  /** Reads every answer again before it is used, because any of them may have changed. */
  expireAll(): void {
    this.changes += 1;
    this.readings.clear();
    for (const known of this.remembered.values()) known.renewAt = known.expiresAt = 0;
  }

  private readOnce(key: string, read: () => Promise<V>): Promise<V> {
    const running = this.readings.get(key);
    if (running) return running;
    const reading = this.read(key, read).finally(() => {
      if (this.readings.get(key) === reading) this.readings.delete(key);
    });
    this.readings.set(key, reading);
    return reading;
  }

  private async read(key: string, read: () => Promise<V>): Promise<V> {
    const { changes } = this;
    const value = await read();
    const now = performance.now();
    const { renewMs, maxAgeMs } = this.options;
    if (changes === this.changes)
      this.remembered.set(key, { value, renewAt: now + renewMs, expiresAt: now + maxAgeMs });
    return value;
  }

  /** Keeps an answer that cannot be read again now. */
  private prolong(known: Remembered<V>): void {
    const { retryMs, maxAgeMs } = this.options;
    if (retryMs === undefined) return;
    known.renewAt = performance.now() + retryMs;
    known.expiresAt = performance.now() + maxAgeMs;
  }
}
