// Shows the account of an actor, checks credentials, and does what operators ask for.
import { Injectable } from '@nestjs/common';
import { AppError, type AccountChange, type Actor, type SignIn } from '#contracts';
import { hashPassword, verifyPassword } from '#platform/crypto';
import type { Transaction } from '#platform/database';
import { normalEmail } from './accounts.rules.ts';
import type { Account } from '../tables/index.ts';
import {
  AccountsStore,
  type LimitChanges,
  type AccountPlan,
  type AccountSummary,
  type PasswordChange,
} from './accounts.store.ts';

/** An account to create or update, with its password in plain text and its e-mail in any case. */
export type NewAccount = Omit<AccountPlan, 'passwordHash'> & { password: string };

@Injectable()
export class AccountsService {
  constructor(private readonly store: AccountsStore) {}

  /** The account of an actor as JSON. Errors: InvalidToken when its session or API key has ended, or its membership. */
  async get(actor: Actor): Promise<string> {
    const json = await this.store.findJson(actor);
    if (json === undefined) throw new AppError('InvalidToken');
    return json;
  }

  /** Changes the account of an actor; returns it as `get` does. Errors: those of `get`. */
  async update(actor: Actor, change: AccountChange): Promise<string> {
    await this.store.update(actor.accountId, change);
    return this.get(actor);
  }

  /**
   * The account with these credentials, and the hash that the password matches. An unknown e-mail costs a password check
   * too, so that its answer takes as long. Whether the account may sign in is not checked here. Errors:
   * InvalidCredentials; Unavailable when too many passwords are being checked.
   */
  async authenticate({
    email,
    password,
    suspect,
  }: SignIn): Promise<{ accountId: string; passwordHash: string }> {
    const account = await this.store.findByEmail(email);
    const matches = await verifyPassword(account?.passwordHash, password, suspect);
    if (!account || !matches) throw new AppError('InvalidCredentials');
    return { accountId: account.id, passwordHash: account.passwordHash };
  }

  /**
   * Creates an account and the workspace it owns, or updates both; another password ends all sessions, invitations and API
   * keys. Repeating a call changes nothing. Errors: AlreadyExists when another account has the e-mail; InvalidState for the id
   * of an erased workspace.
   */
  async put({ password, email, ...rest }: NewAccount): Promise<void> {
    const owner = await this.store.findByEmail(normalEmail(email));
    if (owner && owner.id !== rest.accountId)
      throw new AppError('AlreadyExists', { message: 'Another account has this e-mail.' });
    const known = (await this.store.find(rest.accountId))?.passwordHash;
    // A new hash of the same password would differ, because each hash has a salt of its own.
    const keep = known !== undefined && (await verifyPassword(known, password));
    const passwordHash = keep ? known : await hashPassword(password);
    await this.store.put({ ...rest, email: normalEmail(email), passwordHash });
  }

  /** An account by id; null when there is none. */
  find(id: string): Promise<Account | null> {
    return this.store.find(id);
  }

  /** Replaces a password hash and ends what began with it. False when the account has another hash by now. */
  changePassword(tx: Transaction, id: string, change: PasswordChange): Promise<boolean> {
    return this.store.changePassword(tx, id, change);
  }

  /** Sets a new password and ends all sessions, invitations and API keys of an account. Errors: NotFound. */
  async setPassword(email: string, password: string): Promise<void> {
    const isKnown = await this.store.setPassword(normalEmail(email), await hashPassword(password));
    if (!isKnown) throw unknownEmail();
  }

  /** Disables an account, which ends all its sessions and API keys. Repeating it changes nothing. Errors: NotFound. */
  async disable(email: string): Promise<void> {
    if (!(await this.store.disable(normalEmail(email)))) throw unknownEmail();
  }

  /** Gives an account limits of its own, or with null takes them; those that are absent stay. Errors: NotFound. */
  async limit(email: string, limits: LimitChanges): Promise<void> {
    if (!(await this.store.limit(normalEmail(email), limits))) throw unknownEmail();
  }

  /** All accounts, by e-mail. */
  async *list(): AsyncGenerator<AccountSummary> {
    for (let after: string | undefined = ''; after !== undefined;) {
      const page = await this.store.page(after);
      yield* page;
      after = page.at(-1)?.email;
    }
  }
}

const unknownEmail = (): AppError => new AppError('NotFound', { message: 'No account has this e-mail.' });
