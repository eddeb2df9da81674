// Creates, lists and ends API keys, and finds the key with which a client authenticates.
import { Inject, Injectable } from '@nestjs/common';
import {
  ACCESS_OF_ROLE,
  ACCESS_STEPS,
  AppError,
  isUuid,
  toUnixSeconds,
  type AccessStep,
  type Actor,
  type AnswerOf,
  type ApiKeyRequest,
  type CreatedApiKey,
  type findApiKey,
  type Role,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { apiKeyPrefix, hashApiKey, newApiKey } from '#platform/crypto';
import { Database, type Transaction } from '#platform/database';
import { invalidArgument } from '#platform/errors';
import { withIdempotencyKey } from '#platform/idempotency';
import type { PageQuery } from '#platform/paging';
import type { Config } from '../config.ts';
import { SessionsStore } from '../sessions/index.ts';
import { MembersService } from '../workspaces/index.ts';
import { ApiKeysStore } from './api-keys.store.ts';

/** Age from which the time of the last use is written again, in milliseconds. */
const USE_NOTED_MS = 60_000;

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeysStore,
    private readonly members: MembersService,
    private readonly sessions: SessionsStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'LIMIT_API_KEYS' | 'CELL'>,
  ) {}

  /**
   * Creates a key of the actor's account for the actor's workspace; a replay comes without the key itself. Errors:
   * InvalidArgument for an expiry in the past or scopes above the role of the actor; QuotaExceeded, IdempotencyKeyReused,
   * IdempotencyInProgress; InvalidToken when the actor is no member any more.
   */
  async create(
    actor: Actor,
    body: ApiKeyRequest,
    key: string | undefined,
  ): Promise<{ apiKey: CreatedApiKey; replayed: boolean }> {
    const { accountId, workspaceId } = actor;
    const request = { workspaceId, route: `api-keys:${accountId}`, key, body };
    const withoutKey = {
      store: ({ key: _, ...rest }: CreatedApiKey): CreatedApiKey => rest,
      restore: (stored: CreatedApiKey) => Promise.resolve(stored),
    };
    const { answer, replayed } = await this.database.forWorkspace(
      workspaceId,
      (tx) => withIdempotencyKey(tx, request, () => this.insert(tx, actor, body), withoutKey),
      accountId,
    );
    return { apiKey: answer, replayed };
  }

  /** One page of the keys of the actor's account, as JSON text. Error: InvalidNextToken. */
  list({ accountId, workspaceId }: Actor, query: Omit<PageQuery, 'workspaceId'>): Promise<string> {
    return this.keys.page({ workspaceId, ...query }, accountId);
  }

  /** One page of the keys of a workspace, as JSON text. Errors: NotFound, Forbidden, InvalidNextToken. */
  async listOfWorkspace(actor: Actor, query: PageQuery): Promise<string> {
    await this.members.assertOwner(actor, query.workspaceId);
    return this.keys.page(query);
  }

  /** Ends a key of the actor's account; a trigger records the revocation. Errors: NotFound. */
  async delete({ accountId, workspaceId }: Actor, id: string): Promise<void> {
    const end = (tx: Transaction): Promise<boolean> => this.keys.delete(tx, { id, accountId });
    if (!isUuid(id) || !(await this.database.forWorkspace(workspaceId, end, accountId)))
      throw new AppError('NotFound', { target: 'id' });
  }

  /** Ends a key of a workspace, whoever made it. Errors: NotFound, Forbidden. */
  async deleteOfWorkspace(actor: Actor, workspaceId: string, id: string): Promise<void> {
    await this.members.assertOwner(actor, workspaceId);
    const end = (tx: Transaction): Promise<boolean> => this.keys.delete(tx, { id, workspaceId });
    if (!isUuid(id) || !(await this.database.forWorkspace(workspaceId, end)))
      throw new AppError('NotFound', { target: 'keyId' });
  }

  /** The usable key with a hash, and notes its use; nothing when there is none. */
  async find(hash: string, now: Date): Promise<AnswerOf<typeof findApiKey>> {
    const found = await this.keys.findUsable(hash);
    if (!found) return {};
    const { id, accountId, workspaceId, scopes, expiresAt, lastUsedAt } = found;
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > USE_NOTED_MS) await this.keys.noteUse(id);
    const expiry = expiresAt && { expiresAt: toUnixSeconds(expiresAt) };
    return { apiKey: { id, accountId, workspaceId, scopes, ...expiry } };
  }

  private async insert(tx: Transaction, actor: Actor, body: ApiKeyRequest): Promise<CreatedApiKey> {
    const { accountId, workspaceId } = actor;
    const { name, expiresAt } = body;
    if (expiresAt !== undefined && expiresAt <= toUnixSeconds(new Date()))
      throw new AppError('InvalidArgument', {
        message: 'This time has passed. Choose a later one.',
        target: 'expiresAt',
      });
    const kept = await this.members.keep(tx, actor);
    if (!kept) throw new AppError('InvalidToken');
    assertWithin(body.scopes, kept.role);
    await this.makeRoom(tx, accountId);
    // Its access token may outlive a session for a moment. A key that it made then would stay.
    if (!(await this.sessions.keep(tx, actor))) throw new AppError('InvalidToken');
    const key = newApiKey(kept.elsewhere?.cell ?? this.config.CELL);
    const stored = await this.keys.insert(tx, {
      id: newId(),
      accountId,
      workspaceId,
      name,
      prefix: apiKeyPrefix(key),
      hash: hashApiKey(key),
      scopes: ACCESS_STEPS.filter((step) => body.scopes.includes(step)),
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt * 1000),
    });
    return { ...stored, key };
  }

  /** Expired keys take no place from others, but only so many of them are kept: there would be ever more. */
  private async makeRoom(tx: Transaction, accountId: string): Promise<void> {
    const { count, limit } = await this.keys.countOf(tx, accountId);
    const most = limit ?? this.config.LIMIT_API_KEYS;
    if (count >= most)
      throw new AppError('QuotaExceeded', {
        message: `An account has at most ${most} API keys. End one that is not used, or ask an operator.`,
      });
    await this.keys.dropExpired(tx, accountId, most);
  }
}

/** Refuses scopes above the present role: they would come alive by a later promotion, which nobody connects with the key. */
function assertWithin(scopes: readonly AccessStep[], role: Role): void {
  const own = ACCESS_STEPS.indexOf(ACCESS_OF_ROLE[role]);
  if (scopes.every((scope) => ACCESS_STEPS.indexOf(scope) <= own)) return;
  throw invalidArgument([
    { path: ['scopes'], message: `Your role here, ${role}, allows scopes up to ${ACCESS_OF_ROLE[role]}.` },
  ]);
}
