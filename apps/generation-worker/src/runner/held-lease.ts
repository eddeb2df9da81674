// A lease in hand: renewed in time while work goes on, and known to be lost as soon as it is.
import { logger } from '#platform/observability';

const log = logger('lease');

/** Renewals in the time of one lease. */
const RENEWALS = 3;

/** Keeps a lease of `leaseMs` milliseconds until it is ended, or lost. */
export class HeldLease {
  private readonly controller = new AbortController();
  private pulse: NodeJS.Timeout | undefined;
  private expiry: NodeJS.Timeout;
  /** When it is renewed, by performance.now(). */
  private next: number;
  private ended = false;

  /** `renew` asks the owner whether it is still held; it may fail for a while, but not until the lease has run out. */
  constructor(
    private readonly renew: () => Promise<boolean>,
    private readonly leaseMs: number,
  ) {
    const now = performance.now();
    this.next = now - (now % (leaseMs / RENEWALS));
    this.schedule();
    this.expiry = setTimeout(() => this.lose('it ran out'), leaseMs);
  }

  /** Aborted when the lease is no longer held: what is being done is for nothing. */
  get lost(): AbortSignal {
    return this.controller.signal;
  }

  /** Renews no more. */
  end(): void {
    this.ended = true;
    clearTimeout(this.pulse);
    clearTimeout(this.expiry);
  }

  /** All leases of a process are renewed at the same moments, so that they can be renewed together. */
  private schedule(): void {
    this.next += this.leaseMs / RENEWALS;
    const beat = () => {
      this.schedule();
      void this.beat();
    };
    this.pulse = setTimeout(beat, this.next - performance.now());
  }

  private async beat(): Promise<void> {
    const asked = performance.now();
    try {
      const held = await this.renew();
      if (this.ended) return;
      if (!held) return this.lose('the owner gave it away');
      clearTimeout(this.expiry);
      const left = this.leaseMs - (performance.now() - asked);
      this.expiry = setTimeout(() => this.lose('it ran out'), Math.max(0, left));
    } catch (error) {
      log.debug({ reason: String(error) }, 'A renewal failed');
    }
  }

  private lose(why: string): void {
    this.end();
    log.warn(`A lease was lost: ${why}`);
    this.controller.abort('lease lost');
  }
}
