// The account behind a token, and putting accounts in place.
import { Injectable } from '@nestjs/common';
import { AppError, type Account, type Actor } from '#contracts';
import { hashPassword, verifyPassword } from '#platform/crypto';
import { normalEmail } from './accounts.rules.ts';
import { AccountsStore, type AccountPlan } from './accounts.store.ts';
import { unixSeconds } from './times.rules.ts';

/** An account as someone describes it, with its password in the clear. */
export type NewAccount = Omit<AccountPlan, 'passwordHash'> & { password: string };

@Injectable()
export class AccountsService {
  constructor(private readonly store: AccountsStore) {}

  /** The actor's account. Errors: InvalidToken when the session has ended or the account may not be used. */
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
      workspaces: memberships.map(({ workspace, role }) => ({ ...workspace, role })),
      currentWorkspaceId: session.workspaceId,
      auth: { sessionId: session.id, expiresAt: unixSeconds(session.expiresAt) },
      createdAt: unixSeconds(createdAt),
      updatedAt: unixSeconds(updatedAt),
      ...(lastSignInAt ? { lastSignInAt: unixSeconds(lastSignInAt) } : {}),
    };
  }

  /** Puts an account and its workspace in place. Doing it again changes nothing. */
  async put({ password, email, ...rest }: NewAccount): Promise<void> {
    const known = await this.store.findPasswordHash(rest.accountId);
    const keep = known !== undefined && (await verifyPassword(known, password));
    const passwordHash = keep ? known : await hashPassword(password);
    await this.store.put({ ...rest, email: normalEmail(email), passwordHash });
  }
}
