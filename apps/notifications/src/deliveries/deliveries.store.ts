// Adds deliveries, and shows them to people.
import { Injectable } from '@nestjs/common';
import { toUnixSeconds, withoutNulls, type Delivery, type DeliveryStatus } from '#contracts';
import { arraysOf, selectList, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import { DeliveryEntity } from './deliveries.entity.ts';

/** A delivery to be added. */
export type NewDelivery = Pick<
  DeliveryEntity,
  'workspaceId' | 'id' | 'webhookId' | 'eventId' | 'type' | 'body' | 'url' | 'manual'
>;

/** A webhook that wants some types of events. */
interface Subscription {
  webhookId: string;
  workspaceId: string;
  url: string;
  types: string[];
}

const SHOWN = [
  'id',
  'eventId',
  'type',
  'body',
  'url',
  'status',
  'attempts',
  'response',
  'tries',
  'dueAt',
  'jobId',
  'createdAt',
] as const;
type DeliveryRow = Pick<
  DeliveryEntity,
  | 'id'
  | 'eventId'
  | 'type'
  | 'body'
  | 'url'
  | 'status'
  | 'attempts'
  | 'response'
  | 'tries'
  | 'dueAt'
  | 'jobId'
  | 'createdAt'
>;
const COLUMNS = selectList(SHOWN);

/** A delivery of a webhook. */
type DeliveryKey = Pick<DeliveryEntity, 'workspaceId' | 'webhookId' | 'id'>;

@Injectable()
export class DeliveriesStore {
  constructor(private readonly pages: Pages) {}

  /** The enabled webhooks of these workspaces. */
  subscriptions(tx: Transaction, workspaceIds: readonly string[]): Promise<Subscription[]> {
    return tx.query(
      `SELECT id AS "webhookId", workspace_id AS "workspaceId", url, types FROM webhook
       WHERE workspace_id = ANY ($1) AND enabled`,
      [workspaceIds],
    );
  }

  /** Until the end of the transaction nobody deletes the webhook, so an erasure of its workspace finds what is added here. */
  async lockWebhook(tx: Transaction, workspaceId: string, webhookId: string): Promise<void> {
    const text = 'SELECT FROM webhook WHERE workspace_id = $1 AND id = $2 FOR KEY SHARE';
    await tx.query(text, [workspaceId, webhookId]);
  }

  /** URL of a webhook; undefined when there is none. */
  async urlOf(tx: Transaction, workspaceId: string, webhookId: string): Promise<string | undefined> {
    const text = 'SELECT url FROM webhook WHERE workspace_id = $1 AND id = $2';
    return (await tx.query<{ url: string }[]>(text, [workspaceId, webhookId]))[0]?.url;
  }

  /** Adds deliveries, due at once. One statement, because an import may make thousands. */
  async insert(tx: Transaction, rows: readonly NewDelivery[]): Promise<void> {
    await tx.query(
      `INSERT INTO delivery (workspace_id, id, webhook_id, event_id, type, body, url, manual)
       SELECT * FROM unnest(
         $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::boolean[])`,
      arraysOf(rows, 'workspaceId', 'id', 'webhookId', 'eventId', 'type', 'body', 'url', 'manual'),
    );
  }

  /** A delivery; undefined when the webhook has no such one. */
  async find(tx: Transaction, key: DeliveryKey): Promise<Delivery | undefined> {
    const row = await tx.findOneBy(DeliveryEntity, key);
    return row ? deliveryOf(row) : undefined;
  }

  /** Makes a delivery due again that has ended. */
  async replay(tx: Transaction, { workspaceId, webhookId, id }: DeliveryKey): Promise<void> {
    await tx.query(
      `UPDATE delivery SET status = 'PENDING', manual = true, tries = 0, due_at = now()
       WHERE workspace_id = $1 AND webhook_id = $2 AND id = $3 AND status <> 'PENDING'`,
      [workspaceId, webhookId, id],
    );
  }

  /** One page of the deliveries of a webhook, newest first, as JSON text. Error: InvalidNextToken. */
  page(webhookId: string, status: DeliveryStatus | undefined, query: PageQuery): Promise<string> {
    const toJson = (row: DeliveryRow): string => JSON.stringify(deliveryOf(row));
    const list = { noun: 'deliveries', table: 'delivery', columns: COLUMNS, toJson };
    return this.pages.read({ ...list, filters: { status }, equal: { webhook_id: webhookId } }, query);
  }
}

function deliveryOf(row: DeliveryRow): Delivery {
  const waits = row.status === 'PENDING' && row.tries > 0 && row.jobId === null;
  return withoutNulls({
    id: row.id,
    eventId: row.eventId,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: waits ? toUnixSeconds(row.dueAt) : null,
    request: { url: row.url, body: row.body },
    response: row.response,
    createdAt: toUnixSeconds(row.createdAt),
  });
}
