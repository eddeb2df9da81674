// Changes the password of an account, which ends everything that began with the one before, and signs the account in anew.
import { Injectable } from '@nestjs/common';
import { AppError, type changePassword, type InputOf, type SessionTokens } from '#contracts';
import type { Transaction } from '#platform/database';
import { invalidArgument } from '#platform/errors';
import { AccountsService, PasswordsService } from '../accounts/index.ts';
import { SessionsService } from './sessions.service.ts';

@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Sets a new password, ends all sessions of the account, the invitations that it has made and, unless `keepKeys`, its API
   * keys: whoever had a copy of a token or a key has nothing any more. The new session is in the workspace of the one before.
   * Errors: InvalidArgument with the target `currentPassword` when that is wrong and `newPassword` when that is weak;
   * InvalidToken; Unavailable.
   */
  async change(request: InputOf<typeof changePassword>, now: Date): Promise<SessionTokens> {
    const { actor, currentPassword, newPassword, keepKeys = false, suspect, ...client } = request;
    const account = await this.accounts.find(actor.accountId);
    if (!account) throw new AppError('InvalidToken');
    const { id: accountId, passwordHash: from, email, name } = account;
    const isRight = await this.passwords.isRight(from, currentPassword, suspect);
    const to = isRight ? await this.passwords.hash(newPassword, 'newPassword', { email, name }) : undefined;
    if (to === undefined) throw wrongPassword();
    // In one transaction: without a new session the answer is an error, and then nothing may have changed.
    const before = async (tx: Transaction): Promise<void> => {
      if (!(await this.accounts.changePassword(tx, accountId, { from, to, keepKeys }))) throw wrongPassword();
    };
    const { workspaceId } = actor;
    return this.sessions.begin({ accountId, passwordHash: to, workspaceId, before, ...client }, now);
  }
}

function wrongPassword(): AppError {
  return invalidArgument([{ path: ['currentPassword'], message: 'This is not the password.' }]);
}
