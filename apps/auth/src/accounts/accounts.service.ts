// Shows the account of an actor, checks credentials, and creates or updates accounts.
import { Injectable } from '@nestjs/common';
import { AppError, toUnixSeconds, type Account, type Actor, type SignIn } from '#contracts';
import { hashPassword, verifyPassword } from '#platform/crypto';
import { normalEmail } from './accounts.rules.ts';
import { AccountsStore, type AccountPlan } from './accounts.store.ts';

/** An account to create or update, with its password in plain text and its e-mail in any case. */
export type NewAccount = Omit<AccountPlan, 'passwordHash'> & { password: string };

@Injectable()
export class AccountsService {
  constructor(private readonly store: AccountsStore) {}

  /** The account of an actor. Errors: InvalidToken when its session has ended or the account is disabled. */
  async get(actor: Actor, now: Date): Promise<Account> {
    const found = await this.store.findSession(actor, now);
    if (!found) throw new AppError('InvalidToken');
    const { session, memberships } = found;
    const { id, email, name, status, locale, createdAt, updatedAt, lastSignInAt } = session.account;
    return {
      id,
      email,
      name,
      status,
      locale,
      workspaces: memberships.map(({ workspace, role }) => ({
        id: workspace.id,
        name: workspace.name,
        role,
        marketplace: workspace.marketplace,
      })),
      currentWorkspaceId: session.workspaceId,
      auth: { sessionId: session.id, expiresAt: toUnixSeconds(session.expiresAt) },
      createdAt: toUnixSeconds(createdAt),
      updatedAt: toUnixSeconds(updatedAt),
      ...(lastSignInAt ? { lastSignInAt: toUnixSeconds(lastSignInAt) } : {}),
    };
  }

  /**
   * The account with these credentials, and the workspace to sign in to. An unknown e-mail costs a password check
   * too, so that its answer takes as long. The status of the account is not checked here. Errors: InvalidCredentials;
   * Unavailable when too many passwords are being checked.
   */
  async authenticate({
    email,
    password,
    suspect,
  }: SignIn): Promise<{ accountId: string; workspaceId: string }> {
    const membership = await this.store.findFirstMembership(email);
    const matches = await verifyPassword(membership?.account.passwordHash, password, suspect);
    if (!membership || !matches) throw new AppError('InvalidCredentials');
    return { accountId: membership.accountId, workspaceId: membership.workspaceId };
  }

  /** Creates an account and the workspace it owns, or updates both. Repeating a call changes nothing. */
  async put({ password, email, ...rest }: NewAccount): Promise<void> {
    const known = await this.store.findPasswordHash(rest.accountId);
    // A new hash of the same password would differ, because each hash has a salt of its own.
    const keep = known !== undefined && (await verifyPassword(known, password));
    const passwordHash = keep ? known : await hashPassword(password);
    await this.store.put({ ...rest, email: normalEmail(email), passwordHash });
  }
}
