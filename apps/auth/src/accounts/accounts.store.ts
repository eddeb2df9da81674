// Reads and writes accounts, with their memberships.
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository, type SelectQueryBuilder } from 'typeorm';
import type { Actor, Marketplace } from '#contracts';
import { Database } from '#platform/database';
import { Account } from './accounts.entity.ts';
import { Session } from '../sessions/sessions.entity.ts';
import { Membership } from '../workspaces/workspaces.entity.ts';

/** Maximum number of workspaces that an account shows. */
const MAX_WORKSPACES = 100;

/** An account to create or update, with the workspace it owns. */
export interface AccountPlan extends Pick<Account, 'email' | 'passwordHash' | 'name' | 'locale'> {
  accountId: string;
  workspaceId: string;
  workspaceName: string;
  marketplace: Marketplace;
}

@Injectable()
export class AccountsStore {
  constructor(
    private readonly database: Database,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
  ) {}

  /**
   * The oldest membership of the account with this e-mail (in normal form), with the account. Null for an account
   * without a workspace too: it cannot sign in.
   */
  findFirstMembership(email: string): Promise<Membership | null> {
    return this.oldestMemberships(1)
      .innerJoinAndSelect('membership.account', 'account')
      .where('account.email = :email', { email })
      .getOne();
  }

  /**
   * The session of an actor with its account, if it has not expired and the account is active; and the memberships of
   * that account with their workspaces, oldest first.
   */
  async findSession(
    { accountId, workspaceId, sessionId }: Actor,
    now: Date,
  ): Promise<{ session: Session; memberships: Membership[] } | undefined> {
    const where = { id: sessionId, accountId, workspaceId, expiresAt: MoreThan(now) };
    const [session] = await this.sessions.find({
      where: { ...where, account: { status: 'ACTIVE' } },
      relations: { account: true },
    });
    if (!session) return undefined;
    const memberships = await this.oldestMemberships(MAX_WORKSPACES)
      .innerJoinAndSelect('membership.workspace', 'workspace')
      .where('membership.accountId = :accountId', { accountId })
      .getMany();
    return { session, memberships };
  }

  /** Not `find` with `take`, which costs a second query as soon as it joins another table. */
  private oldestMemberships(limit: number): SelectQueryBuilder<Membership> {
    return this.memberships
      .createQueryBuilder('membership')
      .orderBy({ 'membership.createdAt': 'ASC', 'membership.workspaceId': 'ASC' })
      .limit(limit);
  }

  /** The password hash of an account; undefined when there is no such account. */
  async findPasswordHash(id: string): Promise<string | undefined> {
    const account = await this.accounts.findOneBy({ id });
    return account?.passwordHash;
  }

  /**
   * Creates or updates an account, its workspace and its membership as owner; rows that equal the plan stay untouched.
   * Raw SQL, because TypeORM's upsert either sets updated_at always or, through an @UpdateDateColumn, in the app role's
   * sign-in too, where that role may write last_sign_in_at only.
   */
  async put(plan: AccountPlan): Promise<void> {
    const { accountId, workspaceId } = plan;
    await this.database.asSystem(async (tx) => {
      await tx.query(PUT_ACCOUNT, [accountId, plan.email, plan.passwordHash, plan.name, plan.locale]);
      await tx.query(PUT_WORKSPACE, [workspaceId, plan.workspaceName, plan.marketplace]);
      await tx.query(PUT_OWNER, [accountId, workspaceId]);
    });
  }
}

const PUT_ACCOUNT = `
  INSERT INTO account (id, email, password_hash, name, locale) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email, password_hash = EXCLUDED.password_hash,
    name = EXCLUDED.name, locale = EXCLUDED.locale, updated_at = now()
  WHERE (account.email, account.password_hash, account.name, account.locale)
    IS DISTINCT FROM (EXCLUDED.email, EXCLUDED.password_hash, EXCLUDED.name, EXCLUDED.locale)`;

const PUT_WORKSPACE = `
  INSERT INTO workspace (id, name, marketplace) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, marketplace = EXCLUDED.marketplace, updated_at = now()
  WHERE (workspace.name, workspace.marketplace) IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.marketplace)`;

const PUT_OWNER = `
  INSERT INTO membership (account_id, workspace_id, role) VALUES ($1, $2, 'owner') ON CONFLICT DO NOTHING`;
