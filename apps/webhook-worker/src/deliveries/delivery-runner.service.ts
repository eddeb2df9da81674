// Works on one delivery: claims it, makes one try, and reports how it ended.
import { Injectable } from '@nestjs/common';
import { claimDelivery, reportDelivery } from '#contracts';
import { done, type JobContext, type JobOutcome } from '#platform/jobs';
import { Bus } from '#platform/messaging';
import { logger } from '#platform/observability';
import { isTransient, retryTransient } from '#platform/resilience';
import { ReceiverClient } from './receiver.client.ts';

const log = logger('deliveries');

/** Delay of a job whose owner did not answer, in milliseconds. */
const DELAY_MS = 1000;
/** Longest time for which a claim is repeated, in milliseconds. It uses up no attempt of the job. */
const CLAIM_MS = 60_000;

/** Makes tries. The owner alone decides what is tried again, and when. */
@Injectable()
export class DeliveryRunner {
  constructor(
    private readonly bus: Bus,
    private readonly receivers: ReceiverClient,
  ) {}

  /**
   * Makes one try. When the owner does not answer, the job is delayed, and the lease of a claim runs out by itself.
   * Errors: those of the bus that are not transient.
   */
  async run(deliveryId: string, job: JobContext): Promise<JobOutcome> {
    const { signal, worker } = job;
    try {
      const claimNow = () => this.bus.request(claimDelivery, { deliveryId, worker });
      const claim = await retryTransient(claimNow, { signal, forMs: CLAIM_MS });
      if (claim.state === 'nothing') return done;
      if (claim.state === 'busy') return { state: 'delay', afterMs: claim.retryAfterMs };
      const { epoch, url, eventId, body, secrets } = claim;
      const attempt = await this.receivers.deliver({ url, eventId, body, secrets }, signal);
      // Repeated as long as the process runs: without the report the receiver would get the event again.
      const reportNow = () => this.bus.request(reportDelivery, { deliveryId, epoch, attempt });
      const { accepted } = await retryTransient(reportNow, { signal });
      if (!accepted) log.warn({ deliveryId, epoch }, 'A late report was discarded');
      const { ms, statusCode, error } = attempt;
      log.info({ deliveryId, eventId, statusCode, error, ms }, 'A try to deliver ended');
      return done;
    } catch (error) {
      if (isTransient(error)) return { state: 'delay', afterMs: DELAY_MS };
      throw error;
    }
  }
}
