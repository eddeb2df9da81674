// Gives deliveries to webhook workers, and decides after each try what follows.
import { Injectable } from '@nestjs/common';
import type { AnswerOf, claimDelivery, DisabledReason, InputOf, reportDelivery } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { deliveries } from '../metrics.ts';
import { isSlow, PLACES, WebhookSecretsService, WebhooksService } from '../webhooks/index.ts';
import { DeliveryClaimsStore, type TriedDelivery } from './delivery-claims.store.ts';
import { DEAD, isNews, LEASE_MS, nextStep, reasonToDisable } from './deliveries.rules.ts';
import { DeliveryDispatchService } from './delivery-dispatch.service.ts';

/** The answer to a worker's claim. */
type ClaimAnswer = AnswerOf<typeof claimDelivery>;

@Injectable()
export class DeliveryClaimsService {
  constructor(
    private readonly secrets: WebhookSecretsService,
    private readonly database: Database,
    private readonly store: DeliveryClaimsStore,
    private readonly webhooks: WebhooksService,
    private readonly dispatch: DeliveryDispatchService,
  ) {}

  /** Gives a worker a delivery under a lease. The same worker may ask again. */
  async claim({ deliveryId, worker }: InputOf<typeof claimDelivery>): Promise<ClaimAnswer> {
    const claimed = await this.store.claim(deliveryId, worker);
    if (!claimed) return this.refuse(deliveryId);
    this.dispatch.wake(); // another delivery may wait in the queue
    const { secret, previousSecret, ...task } = claimed;
    const sealed = previousSecret === null ? [secret] : [secret, previousSecret];
    const secrets = sealed.map((one) => this.secrets.unseal(one));
    return { state: 'claimed', leaseMs: LEASE_MS, ...task, secrets };
  }

  /** Writes down how a try ended; false when its claim is not the latest. May be repeated. */
  report({ deliveryId, epoch, attempt }: InputOf<typeof reportDelivery>): Promise<boolean> {
    return this.database.asSystem(async (tx) => {
      const delivery = await this.store.lockTried(tx, deliveryId);
      if (delivery?.epoch !== epoch) return false;
      const success = attempt.error === undefined;
      if (!isNews(delivery, success)) return true;
      const { response, ...shown } = attempt;
      const tries = delivery.tries + 1;
      const { statusCode } = attempt;
      const { failingMs, isCurrent } = delivery; // what the former URL of a webhook answers says nothing of it
      const disable = success || !isCurrent ? undefined : reasonToDisable({ statusCode, tries, failingMs });
      const next = disable === undefined ? nextStep(success, tries, Math.random()) : DEAD;
      await this.store.end(tx, deliveryId, shown, { ...next, response });
      if (isCurrent) await this.note(tx, delivery, { success, disable, wasSlow: isSlow(attempt.ms) });
      this.dispatch.wakeAfter(tx);
      if (next.status !== 'PENDING')
        this.database.afterCommit(tx, () => deliveries.inc({ status: next.status }));
      return true;
    });
  }

  /** Notes what a try says of the webhook. */
  private async note(
    tx: Transaction,
    { workspaceId, webhookId: id, isFailing, places }: TriedDelivery,
    { wasSlow, ...result }: { success: boolean; disable: DisabledReason | undefined; wasSlow: boolean },
  ): Promise<void> {
    // A success after a success, and an answer as quick or as slow as before, change nothing of the webhook.
    if (places !== (wasSlow ? PLACES.fewest : PLACES.most))
      await this.webhooks.notePace(tx, { workspaceId, id }, wasSlow);
    if (isFailing || !result.success) await this.webhooks.noteTry(tx, { workspaceId, id }, result);
  }

  /** Answers a claim that was not granted. */
  private refuse(id: string): Promise<ClaimAnswer> {
    return this.database.asSystem(async (tx): Promise<ClaimAnswer> => {
      const delivery = await this.store.lockUnclaimed(tx, id);
      if (delivery?.status !== 'PENDING' || delivery.jobId === null) return { state: 'nothing' };
      if (delivery.worker !== null) return { state: 'busy', retryAfterMs: Math.max(1000, delivery.leaseMs) };
      await this.store.withdraw(tx, id);
      return { state: 'nothing' };
    });
  }
}
