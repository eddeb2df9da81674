// Reads and writes accounts, with their memberships.
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOperator, MoreThan, Not, Repository } from 'typeorm';
import { AppError, type AccountChange, type Actor, type Marketplace } from '#contracts';
import { CONFIG } from '#platform/config';
import { Database, SYSTEM, type Transaction } from '#platform/database';
import type { Config } from '../config.ts';
import { Account, ApiKeyEntity, elsewhereFrom, Session, type LimitChanges } from '../tables/index.ts';

/** Maximum number of workspaces that an account shows. */
const MAX_WORKSPACES = 100;

/** An account to create or update, with the workspace it owns. */
export interface AccountPlan extends Pick<Account, 'email' | 'passwordHash' | 'name' | 'locale'> {
  accountId: string;
  workspaceId: string;
  workspaceName: string;
  marketplace: Marketplace;
}

export type { LimitChanges };

/** A change of password, by the hashes before and after. */
export interface PasswordChange {
  from: string;
  to: string;
  /** True when the API keys of the account go on. */
  keepKeys: boolean;
}

const SUMMARY = {
  id: true,
  email: true,
  name: true,
  status: true,
  limits: true,
  createdAt: true,
  lastSignInAt: true,
} as const;
/** An account as operators see it in a list. */
export type AccountSummary = Pick<Account, keyof typeof SUMMARY>;
/** Accounts that one statement lists. */
const PAGE = 1000;

@Injectable()
export class AccountsStore {
  constructor(
    private readonly database: Database,
    @InjectRepository(Account, SYSTEM) private readonly accounts: Repository<Account>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CELL'>,
  ) {}

  /** The account with an e-mail in its normal form; null when there is none. */
  findByEmail(email: string): Promise<Account | null> {
    return this.accounts.findOneBy({ email });
  }

  /**
   * The JSON of the account of an actor, with its workspace and the oldest others, oldest first. Undefined when its session or
   * API key has ended, or the account is disabled or no member of the workspace. Raw SQL: Postgres builds the JSON in one
   * statement, which costs this process a quarter of two queries by repositories.
   */
  async findJson({ accountId, workspaceId, sessionId }: Actor): Promise<string | undefined> {
    const values = [sessionId, accountId, this.config.CELL];
    const [row] = await this.database.read(workspaceId, ACCOUNT_JSON, values, accountId);
    return row?.['json'] as string | undefined;
  }

  /** An account by id; null when there is none. */
  find(id: string): Promise<Account | null> {
    return this.accounts.findOneBy({ id });
  }

  /** Creates an account with the workspace it owns; returns when. Undefined when an account has the e-mail. */
  create(plan: AccountPlan): Promise<Date | undefined> {
    return this.database.asSystem(async (tx) => {
      const values = [plan.accountId, plan.email, plan.passwordHash, plan.name, plan.locale];
      const [created] = await tx.query<{ createdAt: Date }[]>(CREATE_ACCOUNT, values);
      if (!created) return undefined;
      await this.putWorkspace(tx, plan);
      return created.createdAt;
    });
  }

  /** Changes an account where the change differs. */
  async update(id: string, { name, locale }: AccountChange): Promise<void> {
    await this.database.system(UPDATE_ACCOUNT, [id, name ?? null, locale ?? null]);
  }

  /**
   * Creates or updates an account, its workspace and its membership as owner; rows that equal the plan stay untouched. Another
   * password hash ends the sessions, invitations and API keys.
   * Raw SQL, because TypeORM's upsert either sets updated_at always or, through an @UpdateDateColumn, at each sign-in too.
   * Errors: InvalidState for the id of an erased workspace: what is written under it would be deleted, and its events kept
   * out.
   */
  async put(plan: AccountPlan): Promise<void> {
    const { accountId, workspaceId } = plan;
    await this.database.asSystem(async (tx) => {
      await tx.query(PUT_ACCOUNT, [accountId, plan.email, plan.passwordHash, plan.name, plan.locale]);
      const changed = { id: accountId, passwordHash: Not(plan.passwordHash) };
      await this.replaceHash(tx, changed, plan.passwordHash);
      await this.putWorkspace(tx, plan);
      // After the insert, which waits for an erasure that is under way.
      const [erased] = await tx.query<[object?]>(
        'SELECT FROM erased_workspace WHERE id = $1 AND NOT is_moved',
        [workspaceId],
      );
      if (erased) throw new AppError('InvalidState', { message: ERASED, target: 'workspaceId' });
    });
  }

  /** Sets a password hash and deletes the sessions, invitations and API keys of an account. False when no account has this e-mail. */
  setPassword(email: string, passwordHash: string): Promise<boolean> {
    return this.database.asSystem(async (tx) => {
      const account = await tx.getRepository(Account).findOneBy({ email });
      return account !== null && this.replaceHash(tx, { id: account.id }, passwordHash);
    });
  }

  /** Replaces a password hash and deletes all sessions, invitations and, unless they are kept, API keys. False for another hash. */
  changePassword(tx: Transaction, id: string, { from, to, keepKeys }: PasswordChange): Promise<boolean> {
    return this.replaceHash(tx, { id, passwordHash: from }, to, keepKeys);
  }

  /**
   * Changes the limits of an account, null to those of the configuration, and has gateways told. False when no account has this
   * e-mail.
   */
  async limit(email: string, limits: LimitChanges): Promise<boolean> {
    const { count } = await this.database.change(LIMIT, [email, JSON.stringify(limits)]);
    return count === 1;
  }

  /** Disables an account; a trigger deletes its sessions and API keys. False when no account has this e-mail. */
  disable(email: string): Promise<boolean> {
    return this.database.asSystem(async (tx) => {
      const disabled = { status: 'DISABLED', updatedAt: () => 'now()' } as const;
      const { affected } = await tx.getRepository(Account).update({ email }, disabled);
      return affected === 1;
    });
  }

  /** The next accounts by e-mail, after this one; none at the end. */
  page(after: string): Promise<AccountSummary[]> {
    return this.accounts.find({
      select: SUMMARY,
      where: { email: MoreThan(after) },
      order: { email: 'ASC' },
      take: PAGE,
    });
  }

  /**
   * Replaces a password hash and deletes what began with the one before: all sessions, the open invitations made in them and,
   * unless they are kept, API keys. False, and nothing is deleted, when the account is unknown or its hash does not fit.
   */
  private async replaceHash(
    tx: Transaction,
    known: { id: string; passwordHash?: string | FindOperator<string> },
    passwordHash: string,
    keepKeys = false,
  ): Promise<boolean> {
    const change = { passwordHash, updatedAt: () => 'now()' };
    const { affected } = await tx.getRepository(Account).update(known, change);
    if (affected !== 1) return false;
    const ofAccount = { accountId: known.id };
    await tx.getRepository(Session).delete(ofAccount);
    // After the sessions: who is inviting keeps one, so this waits for the invitation. API keys invite nobody.
    await tx.query(END_INVITATIONS, [known.id]);
    if (!keepKeys) await tx.getRepository(ApiKeyEntity).delete(ofAccount);
    return true;
  }

  /** Adds or changes a workspace and its owner; a new one is of this cell. */
  private async putWorkspace(tx: Transaction, plan: AccountPlan): Promise<void> {
    const { accountId, workspaceId, workspaceName, marketplace } = plan;
    const { CELL } = this.config;
    await tx.query(PUT_WORKSPACE, [workspaceId, workspaceName, marketplace, accountId, CELL]);
    await tx.query(PUT_OWNER, [accountId, workspaceId]);
  }
}

const END_INVITATIONS = `
  DELETE FROM invitation USING membership
  WHERE account_id = $1 AND invitation.workspace_id = membership.workspace_id AND invited_by = $1`;

const ERASED = 'A workspace with this id was erased. Choose another id.';

const CREATE_ACCOUNT = `
  INSERT INTO account (id, email, password_hash, name, locale) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (email) DO NOTHING RETURNING created_at AS "createdAt"`;

const UPDATE_ACCOUNT = `
  UPDATE account SET name = coalesce($2, name), locale = coalesce($3, locale), updated_at = now()
  WHERE id = $1 AND (name, locale) IS DISTINCT FROM (coalesce($2, name), coalesce($3, locale))`;

const LIMIT = `
  WITH told AS (
    INSERT INTO membership_change (cell, account_id, workspace_id)
    SELECT cell.name, membership.account_id, workspace_id
    FROM account JOIN workspace ON held_by = account.id JOIN membership ON workspace_id = workspace.id CROSS JOIN cell
    WHERE account.email = $1
  ) UPDATE account SET limits = jsonb_strip_nulls(limits || $2::jsonb), updated_at = now() WHERE email = $1`;

// The password hash of an account that exists is replaced apart, with what ends then.
const PUT_ACCOUNT = `
  INSERT INTO account (id, email, password_hash, name, locale) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email, name = EXCLUDED.name, locale = EXCLUDED.locale,
    updated_at = now()
  WHERE (account.email, account.name, account.locale) IS DISTINCT FROM (EXCLUDED.email, EXCLUDED.name, EXCLUDED.locale)`;

const PUT_WORKSPACE = `
  INSERT INTO workspace (id, name, marketplace, held_by, cell) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, marketplace = EXCLUDED.marketplace, updated_at = now()
  WHERE (workspace.name, workspace.marketplace) IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.marketplace)`;

const PUT_OWNER = `
  INSERT INTO membership (account_id, workspace_id, role) VALUES ($1, $2, 'owner') ON CONFLICT DO NOTHING`;

const unixSeconds = (column: string): string => `floor(date_part('epoch', ${column}))::bigint`;

// Who gets an API key of a workspace need not know in which others its maker is.
const ACCOUNT_JSON = `
  SELECT json_strip_nulls(json_build_object(
    'id', account.id, 'email', account.email, 'name', account.name, 'status', account.status, 'locale', account.locale,
    'workspaces', (
      SELECT json_agg(json_build_object('id', workspace.id, 'name', workspace.name, 'role', shown.role,
        'marketplace', workspace.marketplace, 'elsewhere', ${elsewhereFrom('$4')})
        ORDER BY shown.created_at, workspace.id)
      FROM (
        (SELECT own.workspace_id, own.role, own.created_at FROM membership AS own
          WHERE session.id IS NOT NULL AND own.account_id = account.id AND own.workspace_id <> membership.workspace_id
          ORDER BY own.created_at, own.workspace_id LIMIT ${MAX_WORKSPACES - 1})
        UNION ALL SELECT membership.workspace_id, membership.role, membership.created_at
      ) AS shown JOIN workspace ON workspace.id = shown.workspace_id
    ),
    'currentWorkspaceId', membership.workspace_id,
    'auth', CASE WHEN session.id IS NULL
      THEN json_build_object('method', 'apiKey', 'keyId', api_key.id, 'scopes', api_key.scopes,
        'expiresAt', ${unixSeconds('api_key.expires_at')})
      ELSE json_build_object('method', 'session', 'sessionId', session.id,
        'expiresAt', ${unixSeconds('session.expires_at')})
    END,
    'createdAt', ${unixSeconds('account.created_at')}, 'updatedAt', ${unixSeconds('account.updated_at')},
    'lastSignInAt', ${unixSeconds('account.last_sign_in_at')}
  ))::text AS json
  FROM membership JOIN account ON account.id = membership.account_id
    LEFT JOIN session ON session.id = $2 AND session.account_id = account.id AND session.expires_at > now()
    LEFT JOIN api_key ON api_key.id = $2 AND api_key.account_id = account.id
      AND api_key.workspace_id = membership.workspace_id
  WHERE membership.account_id = $3 AND membership.workspace_id = bound.workspace_id AND account.status = 'ACTIVE'
    AND (session.id IS NOT NULL OR api_key.id IS NOT NULL)`;
