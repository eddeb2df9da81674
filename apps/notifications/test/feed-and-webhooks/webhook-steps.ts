// Webhooks of a running notifications, and deliveries to them as a worker makes them.
import type { INestMicroservice } from '@nestjs/common';
import {
  createWebhook,
  FEED_TYPES,
  listDeliveries,
  type Actor,
  type AnswerOf,
  type claimDelivery,
  type Delivery,
  type DeliveryAttempt,
  type WebhookWithSecret,
} from '#contracts';
import { until } from '#testing/until';
import { DeliveryClaimsService } from '../../src/deliveries/delivery-claims.service.ts';
import { DeliveryDispatchService } from '../../src/deliveries/delivery-dispatch.service.ts';
import { FeedService } from '../../src/feed/feed.service.ts';
import type { NewFeedEvent } from '../../src/feed/feed.store.ts';
import { newEvent, type NotificationsEnvironment } from '../notifications-environment.ts';

/** URL of the webhooks of an actor; each has a host of its own, because the deliveries to one host share its places. */
export const webhookUrl = ({ workspaceId }: Actor): string => `https://${workspaceId}.example.com/hook`;
/** A try that failed. */
export const FAILED: Omit<DeliveryAttempt, 'at'> = { ms: 12, statusCode: 503, error: 'StatusRefused' };

/** A delivery that a worker has. */
type Claimed = Extract<AnswerOf<typeof claimDelivery>, { state: 'claimed' }> & { deliveryId: string };

export class WebhookSteps {
  readonly claims: DeliveryClaimsService;
  readonly feed: FeedService;
  private readonly dispatch: DeliveryDispatchService;

  constructor(
    private readonly environment: NotificationsEnvironment,
    app: INestMicroservice,
  ) {
    this.claims = app.get(DeliveryClaimsService, { strict: false });
    this.feed = app.get(FeedService, { strict: false });
    this.dispatch = app.get(DeliveryDispatchService, { strict: false });
  }

  async newWebhook(actor: Actor, changes: object = {}): Promise<WebhookWithSecret> {
    const body = { url: webhookUrl(actor), types: [...FEED_TYPES], ...changes };
    return (await this.environment.gateway.request(createWebhook, { actor, body })).webhook;
  }

  /** Keeps new events of an actor, as if they had come from the stream. */
  async happen(actor: Actor, count = 1): Promise<NewFeedEvent[]> {
    const events = Array.from({ length: count }, () => newEvent(actor));
    await this.feed.keep(events);
    return events;
  }

  async deliveries(actor: Actor, webhookId: string, query: object = {}): Promise<Delivery[]> {
    const input = { actor, webhookId, limit: 100, ...query };
    return (await this.environment.gateway.request(listDeliveries, input)).deliveries;
  }

  /** Ids of the deliveries of a webhook that are in the queue and with no worker. */
  async queued(webhookId: string): Promise<string[]> {
    const text = 'SELECT id FROM delivery WHERE webhook_id = $1 AND job_id IS NOT NULL AND worker IS NULL';
    const { rows } = await this.environment.superuser.query<{ id: string }>(text, [webhookId]);
    return rows.map(({ id }) => id);
  }

  /** Takes the next delivery of a webhook from the queue, as a worker does. */
  async take(webhookId: string, worker = 'worker'): Promise<Claimed> {
    const look = async (): Promise<string | undefined> => (await this.queued(webhookId))[0];
    const deliveryId = await until('a delivery is in the queue', look);
    const claim = await this.claims.claim({ deliveryId, worker });
    if (claim.state !== 'claimed') throw new Error(`The claim is answered ${claim.state}.`);
    return { deliveryId, ...claim };
  }

  report(
    { deliveryId, epoch }: Pick<Claimed, 'deliveryId' | 'epoch'>,
    attempt: object = { ms: 3, statusCode: 204 },
  ): Promise<boolean> {
    return this.claims.report({ deliveryId, epoch, attempt: { at: 1_795_000_000, ms: 0, ...attempt } });
  }

  /** Lets the time pass until the next try, or until the worker or the job counts as lost. */
  async pass(deliveryId: string): Promise<void> {
    const text = `UPDATE delivery SET due_at = now() - interval '1 second' WHERE id = $1`;
    await this.environment.superuser.query(text, [deliveryId]);
  }

  /** Runs one round of the dispatch. */
  dispatchNow(): Promise<void> {
    return this.dispatch.dispatch();
  }

  reconcile(): Promise<void> {
    return this.dispatch.reconcile();
  }
}
