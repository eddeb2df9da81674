// Counts the requests of a client within a window of time, shared by all instances of a process through Redis.
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { OnApplicationShutdown } from '@nestjs/common';
import { hmac } from '../crypto/hashes.ts';
import { onScrape, rateLimitsShared, type GaugeReading } from '../observability/metrics.ts';
import { openCounterRedis, type Redis } from '../redis/redis.ts';

/** A limit of points within a window of seconds; the window of a key begins with its first point. */
export interface RateLimit {
  name: string;
  points: number;
  seconds: number;
}

/** State of a key after points were taken. */
export interface Count {
  /** Points of this call that were within the limit. */
  granted: number;
  /** Points taken in this window, those beyond the limit included. */
  used: number;
  /** Points that are left. */
  remaining: number;
  /** Milliseconds until the window ends and all points are available again. */
  resetMs: number;
}

/** Points that were taken. */
export interface Taken extends Count {
  /** Gives them back, unless their window is over: they would be credit in the next one. Never fails. */
  giveBack: () => Promise<void>;
}

/** Counts the points of one limit. */
export interface RateCounter {
  /** Takes points of a key. Never fails, and never takes longer than the time-out. */
  take(key: string, points: number): Promise<Taken>;
}

/**
 * Makes counters on one connection. While Redis does not answer, each process counts alone in memory, from zero; the
 * connection logs that Redis is out of reach.
 */
export class RateCounters implements OnApplicationShutdown {
  private readonly redis: Redis;
  private readonly stopMetrics: () => void;

  /** `name` is the connection's; Redis may take `timeoutMs` for a command. Keys stand under `limits:`. */
  constructor(
    private readonly url: string,
    name: string,
    timeoutMs: number,
  ) {
    this.redis = openCounterRedis(url, name, timeoutMs);
    this.stopMetrics = onScrape([rateLimitsShared], () => Promise.resolve([this.readState()]));
  }

  /**
   * A key for personal data such as an address: Redis sees only its HMAC. The secret is the connection's URL, so that all
   * instances make the same key.
   */
  keyOf(...words: string[]): string {
    return hmac(this.url, ...words);
  }

  /** The counter of a limit. */
  counter({ name, points, seconds }: RateLimit): RateCounter {
    const options = { keyPrefix: `limits:${name}`, points, duration: seconds };
    const limiter = new RateLimiterRedis({
      ...options,
      storeClient: this.redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    return {
      take: async (key, wanted) => {
        const { consumedPoints: used, msBeforeNext } = await resultOf(limiter.consume(key, wanted));
        const endsAt = performance.now() + msBeforeNext;
        return {
          granted: Math.max(0, Math.min(wanted, points - (used - wanted))),
          used,
          remaining: Math.max(0, points - used),
          resetMs: Math.max(0, msBeforeNext),
          giveBack: async () => {
            if (performance.now() < endsAt) await resultOf(limiter.reward(key, wanted));
          },
        };
      },
    };
  }

  onApplicationShutdown(): void {
    this.stopMetrics();
    this.redis.disconnect();
  }

  private readState(): GaugeReading {
    const value = this.redis.status === 'ready' ? 1 : 0;
    return { gauge: rateLimitsShared, labels: { store: 'redis' }, value };
  }
}

/** The library rejects with its result once the limit is reached; here that is a result as well. */
async function resultOf(counting: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  try {
    return await counting;
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return thrown;
    throw thrown;
  }
}
