// Counters of what somebody did within a window of time, shared by all copies of a process through Redis.
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { OnApplicationShutdown } from '@nestjs/common';
import { logger } from '../observability/log.ts';
import { openCounterRedis, type Redis } from '../redis/redis.ts';
import { hmac } from '../crypto/crypto.ts';

const log = logger('limits');

/** So many points within so many seconds; the window of a key begins with its first point. */
export interface RateLimit {
  name: string;
  points: number;
  seconds: number;
}

/** How a key stands after points were taken. */
export interface Count {
  /** Points of those asked for that were within the limit. */
  granted: number;
  /** Points that were taken in this window, those beyond the limit too. */
  used: number;
  /** Points that are left. */
  remaining: number;
  /** Milliseconds until the window ends and all points are there again. */
  resetMs: number;
}

/** Counts the points of one limit. */
export interface RateCounter {
  /** Takes points of a key. Never fails, and is never waited for longer than the time-out. */
  take(key: string, points: number): Promise<Count>;
  /** Gives points back. Never fails. */
  giveBack(key: string, points: number): Promise<void>;
}

/** Makes counters on one connection. While Redis does not answer, each process counts for itself, from nothing. */
export class RateCounters implements OnApplicationShutdown {
  private readonly redis: Redis;
  /** Not said again before this moment, by performance.now(). */
  private silentUntil = 0;

  /** `name` is the connection's, `timeoutMs` how long Redis may take to count. Keys stand under `limits:`. */
  constructor(
    private readonly url: string,
    name: string,
    timeoutMs: number,
  ) {
    this.redis = openCounterRedis(url, name, timeoutMs);
  }

  /**
   * A key for what is personal, such as an address: Redis only sees a tag of it, made with the secret that is in the
   * connection's URL, so that all copies make the same.
   */
  keyOf(...words: string[]): string {
    return hmac(this.url, ...words);
  }

  /** The counter of a limit. */
  counter({ name, points, seconds }: RateLimit): RateCounter {
    const options = { keyPrefix: `limits:${name}`, points, duration: seconds };
    const shared = new RateLimiterRedis({
      ...options,
      storeClient: this.redis,
      rejectIfRedisNotReady: true,
    });
    const own = new RateLimiterMemory(options);
    return {
      take: async (key, wanted) => {
        const result = await this.first(
          () => shared.consume(key, wanted),
          () => own.consume(key, wanted),
        );
        const used = result.consumedPoints;
        return {
          granted: Math.max(0, Math.min(wanted, points - (used - wanted))),
          used,
          remaining: Math.max(0, points - used),
          resetMs: Math.max(0, result.msBeforeNext),
        };
      },
      giveBack: async (key, some) => {
        await this.first(
          () => shared.reward(key, some),
          () => own.reward(key, some),
        );
      },
    };
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  /** What the shared counter says, or the process's own where that one cannot say anything. */
  private async first(
    shared: () => Promise<RateLimiterRes>,
    own: () => Promise<RateLimiterRes>,
  ): Promise<RateLimiterRes> {
    try {
      return await counted(shared);
    } catch (error) {
      this.warn(error);
      return counted(own);
    }
  }

  /** Said once a minute: each request could say it again. */
  private warn(error: unknown): void {
    const now = performance.now();
    if (now < this.silentUntil) return;
    this.silentUntil = now + 60_000;
    log.warn({ reason: String(error) }, 'Limits are counted by each process alone for now');
  }
}

/** The library throws its result where the limit is reached: here that is a result as well. */
async function counted(work: () => Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return thrown;
    throw thrown;
  }
}
