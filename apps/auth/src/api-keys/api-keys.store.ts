// Reads and writes API keys.
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { toUnixSeconds, withoutNulls, type ApiKey } from '#contracts';
import { selectList, SYSTEM, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import { ApiKeyEntity } from '../tables/index.ts';

/** The columns that clients see. */
const SHOWN = [
  'id',
  'accountId',
  'workspaceId',
  'name',
  'prefix',
  'scopes',
  'expiresAt',
  'lastUsedAt',
  'createdAt',
] as const;
type ApiKeyRow = Omit<ApiKeyEntity, 'account' | 'hash'>;

/** An API key to be stored. */
type NewApiKeyRow = Omit<ApiKeyEntity, 'account' | 'createdAt' | 'lastUsedAt'>;

@Injectable()
export class ApiKeysStore {
  constructor(
    private readonly pages: Pages,
    @InjectRepository(ApiKeyEntity, SYSTEM) private readonly keys: Repository<ApiKeyEntity>,
  ) {}

  /**
   * How many keys an account has that have not expired, and the limit that an operator has set for it, if any. Its lock makes
   * those who count for the same account follow each other until the end of the transaction.
   */
  async countOf(tx: Transaction, accountId: string): Promise<{ count: number; limit: number | null }> {
    const text = `SELECT (limits->>'apiKeys')::int AS limit FROM account WHERE id = $1 FOR NO KEY UPDATE`;
    const [{ limit }] = await tx.query<[{ limit: number | null }]>(text, [accountId]);
    const [{ count }] = await tx.query<[{ count: number }]>(COUNT, [accountId]);
    return { count, limit };
  }

  /** Deletes expired keys of an account but the `kept` that expired last, which lists show. */
  async dropExpired(tx: Transaction, accountId: string, kept: number): Promise<void> {
    await tx.query(DROP_EXPIRED, [accountId, kept]);
  }

  /** Adds a key. */
  async insert(tx: Transaction, row: NewApiKeyRow): Promise<ApiKey> {
    await tx.getRepository(ApiKeyEntity).insert(row);
    const text = `SELECT ${selectList(SHOWN)} FROM api_key WHERE id = $1`;
    const [stored] = await tx.query<[ApiKeyRow]>(text, [row.id]);
    return apiKeyOf(stored);
  }

  /** One page of the keys of an account, or else of the workspace, newest first, as JSON text. Error: InvalidNextToken. */
  page(query: PageQuery, accountId?: string): Promise<string> {
    const toJson = (row: ApiKeyRow): string => JSON.stringify(apiKeyOf(row));
    const list = { noun: 'keys', table: 'api_key', columns: selectList(SHOWN), toJson, filters: {} };
    return this.pages.read({ ...list, ...(accountId !== undefined && { accountId }) }, query);
  }

  /** The key with a hash, unless it has expired or its account is disabled. */
  findUsable(hash: string): Promise<ApiKeyEntity | null> {
    return this.keys
      .createQueryBuilder('key')
      .innerJoin('key.account', 'account')
      .where('key.hash = :hash AND (key.expiresAt IS NULL OR key.expiresAt > now())', { hash })
      .andWhere(`account.status = 'ACTIVE'`)
      .getOne();
  }

  /** Notes that a key is used now, unless that was noted within the last minute. */
  async noteUse(id: string): Promise<void> {
    await this.keys
      .createQueryBuilder()
      .update()
      .set({ lastUsedAt: () => 'now()' })
      .where(`id = :id AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`, { id })
      .execute();
  }

  /** Deletes a key, if it belongs to this account or workspace. False when there is none. */
  async delete(
    tx: Transaction,
    key: { id: string } & ({ accountId: string } | { workspaceId: string }),
  ): Promise<boolean> {
    return (await tx.getRepository(ApiKeyEntity).delete(key)).affected === 1;
  }
}

// The clock is that of Postgres, as where a key is found.
const COUNT = `
  SELECT count(*)::int AS count FROM api_key WHERE account_id = $1 AND (expires_at IS NULL OR expires_at > now())`;

const DROP_EXPIRED = `
  DELETE FROM api_key WHERE id = ANY (ARRAY(
    SELECT id FROM api_key WHERE account_id = $1 AND expires_at <= now() ORDER BY expires_at DESC OFFSET $2
  ))`;

function apiKeyOf(row: ApiKeyRow): ApiKey {
  const { expiresAt, lastUsedAt, createdAt } = row;
  return withoutNulls({
    id: row.id,
    accountId: row.accountId,
    workspaceId: row.workspaceId,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    expiresAt: expiresAt && toUnixSeconds(expiresAt),
    lastUsedAt: lastUsedAt && toUnixSeconds(lastUsedAt),
    createdAt: toUnixSeconds(createdAt),
  });
}
