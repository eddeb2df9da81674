// Makes deliveries: of each event to each webhook that wants it, of test events, and again of what did not arrive.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  isUuid,
  toUnixSeconds,
  type Actor,
  type Delivery,
  type DeliveryStatus,
  type FeedEvent,
} from '#contracts';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { withIdempotencyKey } from '#platform/idempotency';
import type { PageQuery } from '#platform/paging';
import { DeliveriesStore } from './deliveries.store.ts';
import { DeliveryDispatchService } from './delivery-dispatch.service.ts';

/** Type of the event that tests a webhook. It is in no feed. */
const TEST_TYPE = 'webhook.test';

const UNKNOWN_WEBHOOK = { target: 'id' };

@Injectable()
export class DeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly store: DeliveriesStore,
    private readonly dispatch: DeliveryDispatchService,
  ) {}

  /** Adds the deliveries of new events, in the transaction that adds the events to the feed. */
  async announce(tx: Transaction, events: readonly (FeedEvent & { workspaceId: string })[]): Promise<void> {
    const workspaceIds = [...new Set(events.map(({ workspaceId }) => workspaceId))];
    const webhooks = await this.store.subscriptions(tx, workspaceIds);
    if (webhooks.length === 0) return;
    const byWorkspace = Map.groupBy(webhooks, (one) => one.workspaceId);
    const rows = events.flatMap(({ workspaceId, ...event }) => {
      const wanting = byWorkspace.get(workspaceId)?.filter(({ types }) => types.includes(event.type)) ?? [];
      return wanting.map(({ webhookId, url }) =>
        rowOf(event, { workspaceId, webhookId, url, manual: false }),
      );
    });
    if (rows.length === 0) return;
    await this.store.insert(tx, rows);
    this.dispatch.wakeAfter(tx);
  }

  /** One page of the deliveries of a webhook, as JSON text. Errors: NotFound, InvalidNextToken. */
  async list(webhookId: string, status: DeliveryStatus | undefined, query: PageQuery): Promise<string> {
    if (!isUuid(webhookId)) throw new AppError('NotFound', UNKNOWN_WEBHOOK);
    await this.database.forWorkspace(query.workspaceId, (tx) => this.urlOf(tx, query.workspaceId, webhookId));
    return this.store.page(webhookId, status, query);
  }

  /** Sends a test event to a webhook. Errors: NotFound, IdempotencyKeyReused, IdempotencyInProgress. */
  async test(
    { workspaceId }: Actor,
    webhookId: string,
    key: string | undefined,
  ): Promise<{ delivery: Delivery; replayed: boolean }> {
    if (!isUuid(webhookId)) throw new AppError('NotFound', UNKNOWN_WEBHOOK);
    const request = { workspaceId, route: 'webhook-tests', key, body: { webhookId } };
    const { answer, replayed } = await this.database.forWorkspace(workspaceId, (tx) =>
      withIdempotencyKey(tx, request, () => this.addTest(tx, workspaceId, webhookId)),
    );
    return { delivery: answer, replayed };
  }

  /** Delivers an event again; a delivery that is PENDING stays as it is. Error: NotFound. */
  async replay({ workspaceId }: Actor, webhookId: string, id: string): Promise<Delivery> {
    const key = { workspaceId, webhookId, id };
    const replayed =
      isUuid(webhookId) &&
      isUuid(id) &&
      (await this.database.forWorkspace(workspaceId, async (tx) => {
        await this.urlOf(tx, workspaceId, webhookId);
        await this.store.replay(tx, key);
        this.dispatch.wakeAfter(tx);
        return this.store.find(tx, key);
      }));
    if (!replayed) throw new AppError('NotFound', { target: 'deliveryId' });
    return replayed;
  }

  private async addTest(tx: Transaction, workspaceId: string, webhookId: string): Promise<Delivery> {
    await this.store.lockWebhook(tx, workspaceId, webhookId);
    const url = await this.urlOf(tx, workspaceId, webhookId);
    const event = {
      id: newId(),
      type: TEST_TYPE,
      time: toUnixSeconds(new Date()),
      subject: webhookId,
      data: { workspaceId, webhookId },
    };
    const row = rowOf(event, { workspaceId, webhookId, url, manual: true });
    await this.store.insert(tx, [row]);
    this.dispatch.wakeAfter(tx);
    const added = await this.store.find(tx, row);
    if (!added) throw new Error('A delivery is not there after it was added.');
    return added;
  }

  /** Error: NotFound. */
  private async urlOf(tx: Transaction, workspaceId: string, webhookId: string): Promise<string> {
    const url = await this.store.urlOf(tx, workspaceId, webhookId);
    if (url === undefined) throw new AppError('NotFound', UNKNOWN_WEBHOOK);
    return url;
  }
}

/** The delivery of an event. Its body is the event as the feed shows it. */
function rowOf(
  event: FeedEvent,
  to: { workspaceId: string; webhookId: string; url: string; manual: boolean },
) {
  return { ...to, id: newId(), eventId: event.id, type: event.type, body: JSON.stringify(event) };
}
