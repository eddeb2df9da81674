// A lease that this process holds: renewed while work goes on, reported as lost as soon as it is.
import { logger } from '#platform/observability';

const log = logger('lease');

/** Renewals within the time of one lease. */
const RENEWALS = 3;

/** Keeps one lease until it is ended or lost. */
export class HeldLease {
  private readonly controller = new AbortController();
  /** Aborted when the lease is lost: the result of the work would be refused. */
  readonly lost = this.controller.signal;
  private renewal: NodeJS.Timeout | undefined;
  private expiry: NodeJS.Timeout | undefined;
  /** Time of the next renewal, on the clock of performance.now(). */
  private renewAt: number;
  private ended = false;

  /**
   * `renew` asks the owner to renew the lease, and tells whether it is still held. It may fail, but not until the lease
   * has run out. `leaseMs`: time of the lease in milliseconds, from now and from each request to renew.
   */
  constructor(
    private readonly renew: () => Promise<boolean>,
    private readonly leaseMs: number,
  ) {
    const now = performance.now();
    this.renewAt = now - (now % (leaseMs / RENEWALS));
    this.schedule();
    this.expireIn(leaseMs);
  }

  /** Stops the renewals. */
  end(): void {
    this.ended = true;
    clearTimeout(this.renewal);
    clearTimeout(this.expiry);
  }

  /** Renewal times are multiples of a third of the lease, so that one request renews all leases of the process. */
  private schedule(): void {
    this.renewAt += this.leaseMs / RENEWALS;
    this.renewal = setTimeout(() => {
      this.schedule();
      void this.renewNow();
    }, this.renewAt - performance.now());
  }

  private async renewNow(): Promise<void> {
    const askedAt = performance.now();
    try {
      const held = await this.renew();
      if (this.ended) return;
      if (!held) return this.lose('the owner gave it to another worker');
      this.expireIn(this.leaseMs - (performance.now() - askedAt));
    } catch (error) {
      log.debug({ reason: String(error) }, 'A renewal failed');
    }
  }

  private expireIn(ms: number): void {
    clearTimeout(this.expiry);
    this.expiry = setTimeout(() => this.lose('it ran out'), Math.max(0, ms));
  }

  private lose(reason: string): void {
    this.end();
    log.warn(`A lease was lost: ${reason}`);
    this.controller.abort('lease lost');
  }
}
