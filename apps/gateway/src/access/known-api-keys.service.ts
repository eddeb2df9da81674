// Knows the API keys that are in use. Auth is asked for each again within a second, so that an ended key is refused.
import { Inject, Injectable } from '@nestjs/common';
import { AppError, findApiKey, type AnswerOf } from '#contracts';
import { CONFIG } from '#platform/config';
import { hashApiKey, isApiKey } from '#platform/crypto';
import { Bus } from '#platform/messaging';
import { ReadCache } from '#platform/resilience';
import { RateCounters, type RateCounter } from '#platform/rate-limit';
import type { Config } from '../config.ts';
import { networkOf } from '../rate-limit/index.ts';

/** How many times as many keys as sign-ins a network may try in a minute: many valid ones may come at once. */
const KEYS_PER_SIGN_IN = 10;

/** A key is read again in the background before it must be. */
const AGES = { max: 10_000, renewMs: 500, maxAgeMs: 1000 };

/** An API key: its id, whose it is and what it may do. */
export type KnownApiKey = NonNullable<AnswerOf<typeof findApiKey>['apiKey']>;

@Injectable()
export class KnownApiKeysService {
  private readonly keys = new ReadCache<KnownApiKey | undefined>(AGES);
  /** Keys of one network that auth was asked for and did not know. */
  private readonly failures: RateCounter;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly bus: Bus,
    private readonly counters: RateCounters,
  ) {
    const points = KEYS_PER_SIGN_IN * config.LIMIT_SIGN_INS_PER_MIN;
    this.failures = counters.counter({ name: 'api-key-failures', points, seconds: 60 });
  }

  /**
   * The key that a client at an address sent, undefined when it is none of ours or has ended. Errors: TooManyRequests for
   * a network that tries many keys; Unavailable, UpstreamTimeout.
   */
  async find(key: string, address: string): Promise<KnownApiKey | undefined> {
    if (!isApiKey(key)) return undefined;
    const hash = hashApiKey(key);
    const found = await this.keys.get(hash, () => this.ask(hash, address));
    const hasExpired = found?.expiresAt !== undefined && found.expiresAt <= Date.now() / 1000;
    return hasExpired ? undefined : found;
  }

  /** Every question counts as a failure until its end; otherwise many at once would all be the first. */
  private async ask(hash: string, address: string): Promise<KnownApiKey | undefined> {
    const network = this.counters.keyOf(networkOf(address));
    const { granted, resetMs } = await this.failures.take(network, 1);
    if (granted === 0)
      throw new AppError('TooManyRequests', { retryAfter: Math.max(1, Math.ceil(resetMs / 1000)) });
    let isUnknown = false;
    try {
      const { apiKey } = await this.bus.request(findApiKey, { hash });
      isUnknown = !apiKey;
      return apiKey;
    } finally {
      if (!isUnknown) void this.failures.giveBack(network, 1);
    }
  }
}
