// Enforces the quota of each operation in each region, and counts the calls for tests.
import { Injectable } from '@nestjs/common';
import type { Region } from '#contracts';
import { takeToken, type Bucket } from './quota.rules.ts';
import { marketplaceError } from '../http/error-response.rules.ts';

/** Operations of the marketplace, by the names of its API. */
export type Operation = 'searchCatalogItems' | 'getCatalogItem';

/** Number of calls with a valid token, and of those answered with 429. */
export interface Count {
  calls: number;
  throttled: number;
}

@Injectable()
export class QuotaService {
  private readonly buckets = new Map<string, Bucket>();
  private readonly counts = new Map<Operation, Count>();

  constructor(
    private readonly enforced: boolean,
    private readonly now: () => number,
  ) {}

  /** Counts one call. Throws 429 QuotaExceeded. */
  spend(region: Region, operation: Operation): void {
    const count = this.counts.get(operation) ?? { calls: 0, throttled: 0 };
    this.counts.set(operation, count);
    count.calls += 1;
    if (!this.enforced) return;
    const name = `${region}.${operation}`;
    const { granted, bucket } = takeToken(this.buckets.get(name), this.now());
    this.buckets.set(name, bucket);
    if (granted) return;
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
}
