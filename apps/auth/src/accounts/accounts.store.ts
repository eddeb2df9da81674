// The table of accounts.
import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { Account as AccountView, Actor, Marketplace } from '#contracts';
import { Database } from '#platform/database';
import { Account } from './accounts.entity.ts';
import { Session } from '../sessions/sessions.entity.ts';
import { Membership } from '../workspaces/workspaces.entity.ts';

/** Most workspaces that an account shows. */
const MAX_WORKSPACES = 100;

/** What a sign-in needs of an account. */
interface SignInAccount {
  id: string;
  passwordHash: string;
  /** The first that the account became a member of. */
  workspaceId: string;
}

/** An account to be put in place, with the workspace it owns. */
export interface AccountPlan {
  accountId: string;
  /** In its normal form. */
  email: string;
  passwordHash: string;
  name: string;
  locale: AccountView['locale'];
  workspaceId: string;
  workspaceName: string;
  marketplace: Marketplace;
}

@Injectable()
export class AccountsStore {
  constructor(private readonly database: Database) {}

  /** By normal e-mail. One that belongs to no workspace has nowhere to sign in to. */
  async findForSignIn(email: string): Promise<SignInAccount | undefined> {
    const [account] = await this.database.asApp((tx) => tx.query<SignInAccount[]>(FOR_SIGN_IN, [email]));
    return account;
  }

  /** The session of an actor, with its account: only while the session lives and the account is active. */
  findSession({ accountId, workspaceId, sessionId }: Actor, now: Date): Promise<SignedIn | undefined> {
    const where = { id: sessionId, accountId, workspaceId, expiresAt: MoreThan(now) };
    return this.database.asApp(async (tx) => {
      const [session] = await tx.find(Session, {
        where: { ...where, account: { status: 'ACTIVE' } },
        relations: { account: true },
      });
      if (!session) return undefined;
      const memberships = await tx.find(Membership, {
        where: { accountId },
        relations: { workspace: true },
        order: { createdAt: 'ASC', workspaceId: 'ASC' },
        take: MAX_WORKSPACES,
      });
      return { session, memberships };
    });
  }

  /** Hash of an account's password. */
  async findPasswordHash(id: string): Promise<string | undefined> {
    const account = await this.database.asSystem((tx) => tx.findOneBy(Account, { id }));
    return account?.passwordHash;
  }

  /** Puts an account in place; what is as planned already stays untouched. */
  async put(plan: AccountPlan): Promise<void> {
    const { accountId, workspaceId } = plan;
    await this.database.asSystem(async (tx) => {
      await tx.query(PUT_ACCOUNT, [accountId, plan.email, plan.passwordHash, plan.name, plan.locale]);
      await tx.query(PUT_WORKSPACE, [workspaceId, plan.workspaceName, plan.marketplace]);
      await tx.query(PUT_OWNER, [accountId, workspaceId]);
    });
  }
}

/** A live session and all its account works in. */
interface SignedIn {
  session: Session;
  memberships: Membership[];
}

const FOR_SIGN_IN = `
  SELECT account.id, password_hash AS "passwordHash", workspace_id AS "workspaceId"
  FROM account CROSS JOIN LATERAL (
    SELECT workspace_id FROM membership
    WHERE account_id = account.id ORDER BY created_at, workspace_id LIMIT 1
  ) AS first_membership
  WHERE email = $1`;

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
