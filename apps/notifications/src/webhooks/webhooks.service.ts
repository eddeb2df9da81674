// Manages webhooks: where a workspace has its events sent, and with which secret they are signed.
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  holderOf,
  isUuid,
  MAX_WEBHOOKS,
  webhookDisabled,
  type Actor,
  type DisabledReason,
  type Webhook,
  type WebhookPatch,
  type WebhookRequest,
  type WebhookWithSecret,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { newWebhookSecret } from '#platform/crypto';
import { Database, type Transaction } from '#platform/database';
import { urlFault, type UrlFault } from '#platform/egress';
import { LockBulkhead, storedAnswer, withIdempotencyKey } from '#platform/idempotency';
import { Outbox } from '#platform/outbox';
import type { PageQuery } from '#platform/paging';
import type { Config } from '../config.ts';
import { WebhookSecretsService } from './webhook-secrets.service.ts';
import { hostOf, PLACES } from './webhooks.rules.ts';
import { WebhooksStore, type WebhookKey } from './webhooks.store.ts';

const NOT_FOUND = { target: 'id' };

const URL_FAULTS: Record<Exclude<UrlFault, 'port'>, string> = {
  malformed: 'The URL must be absolute, such as https://example.com/hooks.',
  scheme: 'The URL must begin with https://.',
  credentials: 'The URL may have no user name or password.',
  address: 'The URL must lead to a public address.',
};

/** A secret is shown once: the answer is kept without it. */
const WITHOUT_SECRET = {
  store: ({ secret: _, ...rest }: WebhookWithSecret): WebhookWithSecret => rest,
  restore: (stored: WebhookWithSecret) => Promise.resolve(stored),
};

/** A webhook that has got a secret. A replay, the answer to a repeated request, comes without the secret. */
interface WebhookAnswer {
  webhook: WebhookWithSecret;
  replayed: boolean;
}

@Injectable()
export class WebhooksService {
  private readonly bulkhead = new LockBulkhead();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly store: WebhooksStore,
    private readonly secrets: WebhookSecretsService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Creates a webhook. Errors: InvalidArgument for a URL that is not called, NotFound in an erased workspace,
   * QuotaExceeded, IdempotencyKeyReused, IdempotencyInProgress.
   */
  async create(actor: Actor, body: WebhookRequest, key: string | undefined): Promise<WebhookAnswer> {
    const { workspaceId } = actor;
    const request = { workspaceId, route: 'webhooks', key, body };
    // The URL of an earlier request with the key may be refused by now, and the first answer holds all the same.
    if (!(await storedAnswer(this.database, request))) this.checkUrl(body.url);
    const { answer, replayed } = await this.bulkhead.forWorkspace(this.database, request, (tx) =>
      withIdempotencyKey(tx, request, () => this.insert(tx, actor, body), WITHOUT_SECRET),
    );
    return { webhook: answer, replayed };
  }

  /** One page of the webhooks of a workspace, as JSON text. Error: InvalidNextToken. */
  list(query: PageQuery): Promise<string> {
    return this.store.page(query);
  }

  /** A webhook. Error: NotFound. */
  async get({ workspaceId }: Actor, id: string): Promise<Webhook> {
    return found(isUuid(id) ? await this.store.find({ workspaceId, id }) : undefined);
  }

  /**
   * Changes a webhook. To set `enabled`, to either value, forgets its failures, and so does another URL. Errors: NotFound,
   * InvalidArgument.
   */
  async update(actor: Actor, id: string, patch: WebhookPatch): Promise<Webhook> {
    if (patch.url !== undefined) this.checkUrl(patch.url);
    const { enabled, ...rest } = patch;
    const anew = enabled === undefined ? {} : { enabled, disabledReason: null, failingSince: null };
    const host = rest.url === undefined ? undefined : hostOf(rest.url);
    const settings = definedIn({ ...rest, host, ...anew });
    if (!isUuid(id)) throw new AppError('NotFound', NOT_FOUND);
    const { workspaceId } = actor;
    return this.database.forWorkspace(workspaceId, async (tx) => {
      await this.store.setHolder(tx, actor);
      if (rest.url !== undefined) await this.store.forgetReceiver(tx, { workspaceId, id }, rest.url);
      return found(await this.store.update(tx, { workspaceId, id }, settings));
    });
  }

  /** Deletes a webhook. Error: NotFound. */
  async delete({ workspaceId }: Actor, id: string): Promise<void> {
    const isDeleted =
      isUuid(id) &&
      (await this.database.forWorkspace(workspaceId, (tx) => this.store.delete(tx, { workspaceId, id })));
    if (!isDeleted) throw new AppError('NotFound', NOT_FOUND);
  }

  /** Gives a webhook a new secret. Errors: NotFound, IdempotencyKeyReused, IdempotencyInProgress. */
  async rotate(actor: Actor, id: string, key: string | undefined): Promise<WebhookAnswer> {
    if (!isUuid(id)) throw new AppError('NotFound', NOT_FOUND);
    const { workspaceId } = actor;
    const request = { workspaceId, route: 'webhook-secrets', key, body: { id } };
    const { answer, replayed } = await this.database.forWorkspace(workspaceId, (tx) =>
      withIdempotencyKey(tx, request, () => this.renewSecret(tx, actor, id), WITHOUT_SECRET),
    );
    return { webhook: answer, replayed };
  }

  /** Lets nobody add a webhook to a workspace until the end of the transaction, which notes that the workspace is erased. */
  holdOff(tx: Transaction, workspaceId: string): Promise<void> {
    return this.store.lock(tx, workspaceId);
  }

  /** Notes that the receiver answers slowly, or quickly. */
  notePace(tx: Transaction, key: WebhookKey, wasSlow: boolean): Promise<void> {
    return this.store.changePlaces(tx, key, wasSlow);
  }

  /** Notes how a try ended, and disables the webhook if there is a reason. */
  async noteTry(
    tx: Transaction,
    key: WebhookKey,
    { success, disable }: { success: boolean; disable: DisabledReason | undefined },
  ): Promise<void> {
    if (success) return this.store.noteSuccess(tx, key);
    await this.store.noteFailure(tx, key);
    if (disable === undefined || !(await this.store.disable(tx, key, disable))) return;
    const { workspaceId, id: webhookId } = key;
    this.outbox.events(tx, webhookDisabled, [
      { subject: webhookId, data: { workspaceId, webhookId, reason: disable } },
    ]);
  }

  private async insert(
    tx: Transaction,
    actor: Actor,
    { url, types, description, enabled }: WebhookRequest,
  ): Promise<WebhookWithSecret> {
    const { workspaceId } = actor;
    await this.store.lock(tx, workspaceId);
    if (await this.store.isErased(tx, workspaceId)) throw new AppError('NotFound');
    if ((await this.store.count(tx, workspaceId)) >= MAX_WEBHOOKS)
      throw new AppError('QuotaExceeded', {
        message: `A workspace may have ${MAX_WEBHOOKS} webhooks. Delete one first.`,
      });
    await this.store.setHolder(tx, actor);
    const secret = newWebhookSecret();
    const sealed = this.secrets.seal(secret);
    const settings = { url, host: hostOf(url), types, description: description ?? null, enabled };
    const shares = { holderId: holderOf(actor), places: PLACES.most };
    const row = { workspaceId, id: newId(), ...settings, ...shares, secret: sealed };
    return { ...(await this.store.insert(tx, row)), secret };
  }

  private async renewSecret(tx: Transaction, actor: Actor, id: string): Promise<WebhookWithSecret> {
    await this.store.setHolder(tx, actor);
    const { workspaceId } = actor;
    const secret = newWebhookSecret();
    const sealed = this.secrets.seal(secret);
    return { ...found(await this.store.rotate(tx, { workspaceId, id }, sealed)), secret };
  }

  private checkUrl(url: string): void {
    const fault = urlFault(url, this.config);
    if (!fault) return;
    const ports = this.config.WEBHOOK_PORTS.join(', ');
    const message = fault === 'port' ? `The URL may name these ports: ${ports}.` : URL_FAULTS[fault];
    throw new AppError('InvalidArgument', { message, target: 'url' });
  }
}

function found(webhook: Webhook | undefined): Webhook {
  if (!webhook) throw new AppError('NotFound', NOT_FOUND);
  return webhook;
}

/** The fields with a value; null is one. */
function definedIn<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
