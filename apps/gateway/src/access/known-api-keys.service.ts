// Knows the API keys that are in use. Auth is asked for each again within a second, so that an ended key is refused.
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppError, findApiKey, type AnswerOf } from '#contracts';
import { CONFIG } from '#platform/config';
import { hashApiKey, isApiKey } from '#platform/crypto';
import { Bus } from '#platform/messaging';
import { ReadCache } from '#platform/resilience';
import { RateCounters, type RateCounter } from '#platform/rate-limit';
import type { Config } from '../config.ts';
import { networkOf } from '../counters/index.ts';

/** A network may try this many times more keys than sign-ins in a minute, because many valid keys may come at once. */
const KEYS_PER_SIGN_IN = 10;

/** Seconds of that limit. A key that auth did not know is refused for as long without a question, and so counts once in it. */
const WINDOW_S = 60;

/** Age at which a key is read again in the background, so that no request has to wait for it. */
const AGES = { max: 10_000, renewMs: 500, maxAgeMs: 1000 };

/** An API key: its id, whose it is and what it may do. */
export type KnownApiKey = NonNullable<AnswerOf<typeof findApiKey>['apiKey']>;

@Injectable()
export class KnownApiKeysService {
  private readonly keys = new ReadCache<KnownApiKey | undefined>(AGES);
  /** Hashes of the keys that auth did not know lately. */
  private readonly unknown = new LRUCache<string, true>({ max: AGES.max, ttl: WINDOW_S * 1000 });
  /** Counts, by network, the keys that auth did not know. */
  private readonly failures: RateCounter;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly bus: Bus,
    private readonly counters: RateCounters,
  ) {
    const points = KEYS_PER_SIGN_IN * config.LIMIT_SIGN_INS_PER_MIN;
    this.failures = counters.counter({ name: 'api-key-failures', points, seconds: WINDOW_S });
  }

  /**
   * The key that a client at this address sent; undefined when there is no such key or it has ended. Errors: TooManyRequests
   * for a network that tries many unknown keys; Unavailable, UpstreamTimeout.
   */
  async find(key: string, address: string): Promise<KnownApiKey | undefined> {
    if (!isApiKey(key)) return undefined;
    const hash = hashApiKey(key);
    if (this.unknown.has(hash)) return undefined;
    // A known key is not counted when it is read again: others of its network may have used up the limit.
    const found = await this.keys.get(hash, (known) => (known ? this.ask(hash) : this.tryNew(hash, address)));
    const hasExpired = found?.expiresAt !== undefined && found.expiresAt <= Date.now() / 1000;
    return hasExpired ? undefined : found;
  }

  /** Every question counts as a failure until it is answered; otherwise many questions at once would pass the limit. */
  private async tryNew(hash: string, address: string): Promise<KnownApiKey | undefined> {
    const network = this.counters.keyOf(networkOf(address));
    const { granted, resetMs, giveBack } = await this.failures.take(network, 1);
    if (granted === 0)
      throw new AppError('TooManyRequests', { retryAfter: Math.max(1, Math.ceil(resetMs / 1000)) });
    let isUnknown = false;
    try {
      const found = await this.ask(hash);
      isUnknown = !found;
      return found;
    } finally {
      if (!isUnknown) void giveBack();
    }
  }

  private async ask(hash: string): Promise<KnownApiKey | undefined> {
    const { apiKey } = await this.bus.request(findApiKey, { hash });
    if (!apiKey) this.unknown.set(hash, true);
    return apiKey;
  }
}
