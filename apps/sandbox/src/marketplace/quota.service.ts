// Enforces the quota of each operation in each region, and counts the calls for tests.
import { Inject, Injectable } from '@nestjs/common';
import type { Region } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { marketplaceError } from '../errors/index.ts';

/** Calls per second that the marketplace allows for one operation in one region. */
export const RATE = 2;
/** Calls that it allows at once after a pause. */
const BURST = 2;

/** Operations of the marketplace, by the names of its API. */
export type Operation = 'searchCatalogItems' | 'getCatalogItem';

/** Number of calls with a valid token, and of those answered with 429. */
export interface Count {
  calls: number;
  throttled: number;
}

@Injectable()
export class QuotaService {
  /** When each token bucket is full again, in Unix milliseconds. */
  private readonly fullAt = new Map<string, number>();
  private readonly counts = new Map<Operation, Count>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Counts one call. Throws 429 QuotaExceeded. */
  spend(region: Region, operation: Operation): void {
    const count = this.counts.get(operation) ?? { calls: 0, throttled: 0 };
    this.counts.set(operation, count);
    count.calls += 1;
    if (!this.config.SANDBOX_QUOTA || this.takeToken(`${region}.${operation}`)) return;
    count.throttled += 1;
    throw marketplaceError(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.');
  }

  /** The calls since the last reset. */
  counters(): Count & { byOperation: Record<string, Count> } {
    const all = [...this.counts.values()];
    return {
      calls: all.reduce((sum, { calls }) => sum + calls, 0),
      throttled: all.reduce((sum, { throttled }) => sum + throttled, 0),
      byOperation: Object.fromEntries(this.counts),
    };
  }

  /** Sets the counts to zero; the quotas stay as they are. */
  reset(): void {
    this.counts.clear();
  }

  /** Takes a token from a bucket; false when it has none. Each token is filled in again after 1 s / RATE. */
  private takeToken(bucket: string): boolean {
    const now = Date.now();
    const fullAt = Math.max(now, this.fullAt.get(bucket) ?? 0) + 1000 / RATE;
    if (fullAt > now + (1000 / RATE) * BURST) return false;
    this.fullAt.set(bucket, fullAt);
    return true;
  }
}
