// Keeps each operation of each region within its quota, and counts, so that tests can prove what callers did.
import { Injectable } from '@nestjs/common';
import type { Region } from '#contracts';
import { draw, type Bucket } from './quota.rules.ts';
import { marketplaceRefusal } from '../http/refusal.rules.ts';

/** The marketplace's operations, by its own names. */
export type Operation = 'searchCatalogItems' | 'getCatalogItem';

/** Calls with a good token, and how many of them were answered 429. */
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

  /** Spends one call. Throws 429 QuotaExceeded. */
  spend(region: Region, operation: Operation): void {
    const count = this.counts.get(operation) ?? { calls: 0, throttled: 0 };
    this.counts.set(operation, count);
    count.calls += 1;
    if (!this.enforced) return;
    const name = `${region}.${operation}`;
    const { granted, bucket } = draw(this.buckets.get(name), this.now());
    this.buckets.set(name, bucket);
    if (granted) return;
    count.throttled += 1;
    throw marketplaceRefusal(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.');
  }

  /** What was called since the last reset. */
  counters(): Count & { byOperation: Record<string, Count> } {
    const all = [...this.counts.values()];
    return {
      calls: all.reduce((sum, { calls }) => sum + calls, 0),
      throttled: all.reduce((sum, { throttled }) => sum + throttled, 0),
      byOperation: Object.fromEntries(this.counts),
    };
  }

  /** Counts from zero again; quotas in use stay as they are. */
  reset(): void {
    this.counts.clear();
  }
}
