// A lease that this process holds: renewed while work goes on, reported as lost as soon as the owner refuses it.
import type { GenerationLease } from '#contracts';
import { logger } from '#platform/observability';

const log = logger('lease');

/** Renewals within the time of one lease. */
const RENEWALS = 3;

/**
 * Keeps one lease until it is ended or lost. A renewal without an answer does not lose it, because the owner accepts the
 * result as long as no other worker has claimed the generation.
 */
export class HeldLease {
  private readonly controller = new AbortController();
  /** Aborted when the owner refuses a renewal: another worker holds the generation, or it has ended. */
  readonly lost = this.controller.signal;
  private renewal: NodeJS.Timeout | undefined;
  /** Time of the next renewal, on the clock of performance.now(). */
  private renewAt: number;
  private ended = false;

  /**
   * `renew` asks the owner to renew the lease, and tells whether it is still held; it may fail. `leaseMs`: time of the
   * lease in milliseconds.
   */
  constructor(
    private readonly lease: GenerationLease,
    private readonly renew: () => Promise<boolean>,
    private readonly leaseMs: number,
  ) {
    const now = performance.now();
    this.renewAt = now - (now % (leaseMs / RENEWALS));
    this.schedule();
  }

  /** Stops the renewals. */
  end(): void {
    this.ended = true;
    clearTimeout(this.renewal);
  }

  /** Renewal times are multiples of a third of the lease, so that one request renews all leases of the process. */
  private schedule(): void {
    this.renewAt += this.leaseMs / RENEWALS;
    const renew = (): void => {
      this.schedule();
      void this.renewNow();
    };
    // A process that stood still may be late for more than one.
    this.renewal = setTimeout(renew, Math.max(0, this.renewAt - performance.now()));
  }

  private async renewNow(): Promise<void> {
    try {
      const held = await this.renew();
      if (!held && !this.ended) this.lose();
    } catch (error) {
      log.debug(
        { ...this.lease, reason: String(error) },
        'A lease could not be renewed, and the next renewal tries again',
      );
    }
  }

  private lose(): void {
    this.end();
    log.warn({ ...this.lease }, 'A lease was lost: the owner refused to renew it');
    this.controller.abort('lease lost');
  }
}
