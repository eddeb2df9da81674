// Counting requests at the price of a few: points are leased from the shared counter some at a time.
import { LRUCache } from 'lru-cache';
import type { RateCounter, RateLimit } from '#platform/rate-limit';
import { secondsUntil } from '../http/limits.rules.ts';

/** Keys that are remembered; those not used for longest are forgotten first, and their leases with them. */
const MAX_KEYS = 10_000;

/** How a key stands with a limit once a request was counted. */
export interface Standing {
  allowed: boolean;
  /** Requests that are left. */
  remaining: number;
  /** Whole seconds until all are there again. */
  resetSeconds: number;
}

/**
 * Counts requests against a limit. A lease grows from 1 with what its key has used in the window, so that nothing
 * lies idle here which the key could use at another gateway; at the most it is a second's share of a minute's limit,
 * so that a busy key asks the counter about once a second. Never more than the limit is let through; less by one
 * lease for each further gateway, at the most.
 */
export class TokenBatches {
  private readonly keys = new LRUCache<string, Lease>({ max: MAX_KEYS });
  private readonly most: number;

  constructor(
    limit: RateLimit,
    private readonly counter: RateCounter,
  ) {
    this.most = Math.max(1, Math.floor(limit.points / 60));
  }

  /** Counts one request. Not a promise when a lease has room, or the limit is known to be reached. */
  count(key: string): Standing | Promise<Standing> {
    let lease = this.keys.get(key);
    if (!lease) {
      lease = new Lease((points) => this.counter.take(key, points), this.most);
      this.keys.set(key, lease);
    }
    return lease.count();
  }
}

/** What one key has of its window here. */
class Lease {
  /** Requests that may still be let through without asking. */
  private left = 0;
  /** Points that the counter had left after the lease. */
  private beyond = 0;
  /** Requests let through in this window. */
  private used = 0;
  /** End of the window, by performance.now(). */
  private endsAt = 0;
  /** True when the counter gave less than it was asked for. */
  private isLast = false;
  private readonly waiting: ((standing: Standing) => void)[] = [];
  private isRenewing = false;

  constructor(
    private readonly take: (points: number) => ReturnType<RateCounter['take']>,
    private readonly most: number,
  ) {}

  count(): Standing | Promise<Standing> {
    const now = performance.now();
    if (now < this.endsAt && this.waiting.length === 0 && (this.left > 0 || this.isLast))
      return this.stand(now);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (!this.isRenewing) void this.renew();
    });
  }

  /** Leases until all who wait have their answer; those who came together are asked for together. */
  private async renew(): Promise<void> {
    this.isRenewing = true;
    while (this.waiting.length > 0) {
      if (performance.now() >= this.endsAt) this.used = 0;
      const wanted = Math.max(this.waiting.length, Math.min(this.most, this.used));
      const { granted, remaining, resetMs } = await this.take(wanted);
      const now = performance.now();
      this.left = granted;
      this.beyond = remaining;
      this.endsAt = now + resetMs;
      this.isLast = granted < wanted;
      while (this.left > 0 || this.isLast) {
        const answer = this.waiting.shift();
        if (!answer) break;
        answer(this.stand(now));
      }
    }
    this.isRenewing = false;
  }

  private stand(now: number): Standing {
    const allowed = this.left > 0;
    if (allowed) {
      this.left -= 1;
      this.used += 1;
    }
    const resetSeconds = secondsUntil(this.endsAt, now);
    return { allowed, remaining: this.left + this.beyond, resetSeconds };
  }
}
