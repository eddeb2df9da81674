// Changes the password of an account, which ends everything that began with the one before, and signs the account in anew.
import { Injectable } from '@nestjs/common';
import { AppError, type changePassword, type InputOf, type SessionTokens } from '#contracts';
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
   * Sets a new password, ends all sessions of the account and, unless `keepKeys`, its API keys: whoever had a copy of a
   * token or a key has nothing any more. The new session is in the workspace of the one before. Errors: InvalidArgument with
   * the target `currentPassword` when that is wrong and `newPassword` when that is weak; InvalidToken; Unavailable.
   */
  async change(request: InputOf<typeof changePassword>, now: Date): Promise<SessionTokens> {
    const { actor, currentPassword, newPassword, keepKeys = false, suspect, ...client } = request;
    const account = await this.accounts.find(actor.accountId);
    if (!account) throw new AppError('InvalidToken');
    const { id: accountId, passwordHash: from, email, name } = account;
    const isRight = await this.passwords.isRight(from, currentPassword, suspect);
    const to = isRight ? await this.passwords.hash(newPassword, 'newPassword', { email, name }) : undefined;
    if (to === undefined || !(await this.accounts.changePassword(accountId, { from, to, keepKeys })))
      throw invalidArgument([{ path: ['currentPassword'], message: 'This is not the password.' }]);
    const { workspaceId } = actor;
    return this.sessions.begin({ accountId, passwordHash: to, workspaceId, ...client }, now);
  }
}
