// Reads and writes webhooks.
import { Injectable } from '@nestjs/common';
import {
  ROTATION_HOURS,
  toUnixSeconds,
  withoutNulls,
  type Actor,
  type DisabledReason,
  type Webhook,
} from '#contracts';
import { Database, selectList, selectListWithout, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import { WebhookEntity } from './webhooks.entity.ts';
import { FAILURE_GAP_MS, PLACES } from './webhooks.rules.ts';

/** What people set. */
type Settings = Partial<
  Pick<
    WebhookEntity,
    'url' | 'host' | 'types' | 'description' | 'enabled' | 'disabledReason' | 'failingSince'
  >
>;
/** What people are not shown. */
const HIDDEN = [
  'workspaceId',
  'failingSince',
  'lastFailureAt',
  'holderId',
  'host',
  'places',
  'secret',
  'previousSecret',
] as const;
type WebhookRow = Omit<WebhookEntity, (typeof HIDDEN)[number]>;
/** A webhook to be stored. */
type NewWebhookRow = Pick<
  WebhookEntity,
  | 'workspaceId'
  | 'id'
  | 'url'
  | 'host'
  | 'holderId'
  | 'places'
  | 'types'
  | 'description'
  | 'enabled'
  | 'secret'
>;
/** A webhook of a workspace. */
export type WebhookKey = Pick<WebhookEntity, 'workspaceId' | 'id'>;
/** The secrets of a webhook as they are stored. */
export type SealedSecrets = WebhookKey & Pick<WebhookEntity, 'secret' | 'previousSecret'>;

const SHOWN = selectListWithout(WebhookEntity, [...HIDDEN]);

@Injectable()
export class WebhooksStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
  ) {}

  /** Until the end of the transaction nobody else adds a webhook to the workspace. */
  async lock(tx: Transaction, workspaceId: string): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('webhooks'), hashtext($1))`, [workspaceId]);
  }

  /** True for a workspace that was erased before it was locked. */
  async isErased(tx: Transaction, workspaceId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>('SELECT FROM erased_workspace WHERE id = $1', [workspaceId]);
    return rows.length > 0;
  }

  /** Counts the webhooks of a workspace. */
  count(tx: Transaction, workspaceId: string): Promise<number> {
    return tx.countBy(WebhookEntity, { workspaceId });
  }

  /** Adds a webhook. */
  async insert(tx: Transaction, row: NewWebhookRow): Promise<Webhook> {
    await tx.insert(WebhookEntity, row);
    const { workspaceId, id } = row;
    return webhookOf(await tx.findOneByOrFail(WebhookEntity, { workspaceId, id }));
  }

  /** A webhook; undefined when the workspace has no such one. */
  async find({ workspaceId, id }: WebhookKey): Promise<Webhook | undefined> {
    const text = `SELECT ${SHOWN} FROM webhook
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2`;
    const [row] = await this.database.read<WebhookRow>(workspaceId, text, [id]);
    return row && webhookOf(row);
  }

  /** One page of the webhooks of a workspace, newest first, as JSON text. Error: InvalidNextToken. */
  page(query: PageQuery): Promise<string> {
    const toJson = (row: WebhookRow): string => JSON.stringify(webhookOf(row));
    return this.pages.read(
      { noun: 'webhooks', table: 'webhook', columns: SHOWN, toJson, filters: {} },
      query,
    );
  }

  /**
   * Lets all webhooks of a workspace count for the account that holds it now. Changes nothing for a gateway of the release
   * before, which does not say who that is.
   */
  async setHolder(tx: Transaction, { workspaceId, holderId }: Actor): Promise<void> {
    await tx.query(`UPDATE webhook SET holder_id = $2 WHERE workspace_id = $1 AND holder_id <> $2`, [
      workspaceId,
      holderId,
    ]);
  }

  /** Changes a webhook; undefined when there is none. */
  async update(tx: Transaction, key: WebhookKey, settings: Settings): Promise<Webhook | undefined> {
    await tx.update(WebhookEntity, key, { ...settings, updatedAt: () => 'now()' });
    const row = await tx.findOneBy(WebhookEntity, key);
    return row ? webhookOf(row) : undefined;
  }

  /** Forgets how the receiver of a webhook did, unless it has this URL already: another one is another receiver. */
  async forgetReceiver(tx: Transaction, { workspaceId, id }: WebhookKey, url: string): Promise<void> {
    await tx.query(
      `UPDATE webhook SET failing_since = NULL, places = ${PLACES.most}
       WHERE workspace_id = $1 AND id = $2 AND url <> $3`,
      [workspaceId, id, url],
    );
  }

  /**
   * Gives a webhook a new secret, and keeps the one before it for a day; undefined when there is no such webhook. While the
   * day of an earlier rotation lasts, the secret from before that one is kept instead, until that day ends: who rotates
   * twice may have lost the answer of the first rotation, and the receivers know only the older secret.
   */
  async rotate(tx: Transaction, key: WebhookKey, secret: string): Promise<Webhook | undefined> {
    const keptOr = (column: string, value: string) => () =>
      `CASE WHEN previous_secret_until > now() THEN ${column} ELSE ${value} END`;
    await tx.update(WebhookEntity, key, {
      secret,
      previousSecret: keptOr('previous_secret', 'secret'),
      previousSecretUntil: keptOr('previous_secret_until', `now() + interval '${ROTATION_HOURS} hours'`),
      updatedAt: () => 'now()',
    });
    const row = await tx.findOneBy(WebhookEntity, key);
    return row ? webhookOf(row) : undefined;
  }

  /** Secrets of webhooks of all workspaces in the order of their keys, after a webhook, at most `limit`. */
  secrets(after: WebhookKey | undefined, limit: number): Promise<SealedSecrets[]> {
    return this.database.system<SealedSecrets>(
      `SELECT ${selectList(['workspaceId', 'id', 'secret', 'previousSecret'])} FROM webhook
       WHERE $1::uuid IS NULL OR (workspace_id, id) > ($1::uuid, $2::uuid) ORDER BY workspace_id, id LIMIT $3`,
      [after?.workspaceId, after?.id, limit],
    );
  }

  /** Stores the same secrets as they are sealed now, unless the webhook has got others meanwhile. */
  async replaceSecrets(
    { workspaceId, id, secret }: SealedSecrets,
    sealed: Pick<SealedSecrets, 'secret' | 'previousSecret'>,
  ): Promise<void> {
    await this.database.system(
      `UPDATE webhook SET secret = $4, previous_secret = $5 WHERE workspace_id = $1 AND id = $2 AND secret = $3`,
      [workspaceId, id, secret, sealed.secret, sealed.previousSecret],
    );
  }

  /** Deletes a webhook. False when there is none. */
  async delete(tx: Transaction, key: WebhookKey): Promise<boolean> {
    return (await tx.delete(WebhookEntity, key)).affected === 1;
  }

  /** Notes that a try has succeeded. */
  async noteSuccess(tx: Transaction, { workspaceId, id }: WebhookKey): Promise<void> {
    await tx.query(
      `UPDATE webhook SET failing_since = NULL
       WHERE workspace_id = $1 AND id = $2 AND failing_since IS NOT NULL`,
      [workspaceId, id],
    );
  }

  /** Notes that a try has failed. After a gap its failures begin anew. */
  async noteFailure(tx: Transaction, { workspaceId, id }: WebhookKey): Promise<void> {
    await tx.query(
      `UPDATE webhook SET last_failure_at = now(), failing_since = CASE
         WHEN last_failure_at > now() - interval '${FAILURE_GAP_MS} milliseconds' THEN coalesce(failing_since, now())
         ELSE now() END
       WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id],
    );
  }

  /** Halves the places of a webhook, or gives one back. */
  async changePlaces(tx: Transaction, { workspaceId, id }: WebhookKey, wasSlow: boolean): Promise<void> {
    await tx.query(
      `UPDATE webhook SET places =
         CASE WHEN $3 THEN greatest(${PLACES.fewest}, places / 2) ELSE least(${PLACES.most}, places + 1) END
       WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id, wasSlow],
    );
  }

  /** Disables a webhook. False when it was disabled before. */
  async disable(tx: Transaction, { workspaceId, id }: WebhookKey, reason: DisabledReason): Promise<boolean> {
    const [, changed] = await tx.query<[unknown[], number]>(
      `UPDATE webhook SET enabled = false, disabled_reason = $3, updated_at = now()
       WHERE workspace_id = $1 AND id = $2 AND enabled`,
      [workspaceId, id, reason],
    );
    return changed > 0;
  }
}

function webhookOf(row: WebhookRow): Webhook {
  const until = row.previousSecretUntil;
  return withoutNulls({
    id: row.id,
    url: row.url,
    types: row.types,
    description: row.description,
    enabled: row.enabled,
    disabledReason: row.disabledReason,
    previousSecretUntil: until && until > new Date() ? toUnixSeconds(until) : null,
    createdAt: toUnixSeconds(row.createdAt),
    updatedAt: toUnixSeconds(row.updatedAt),
  });
}
