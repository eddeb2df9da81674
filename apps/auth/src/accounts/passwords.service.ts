// Decides which passwords may be set, and sets them.
import { Injectable } from '@nestjs/common';
import { AppError, type Account, type changePassword, type InputOf } from '#contracts';
import { hashPassword, verifyPassword } from '#platform/crypto';
import { invalidArgument } from '#platform/errors';
import { AccountsStore } from './accounts.store.ts';
import { isGuessable } from './passwords.rules.ts';

@Injectable()
export class PasswordsService {
  constructor(private readonly store: AccountsStore) {}

  /**
   * Changes the password of the actor's account and ends its other sessions. Errors: InvalidArgument with the target
   * `currentPassword` when that is wrong and `newPassword` when that is weak; InvalidToken; Unavailable.
   */
  async change({
    actor,
    currentPassword,
    newPassword,
    suspect,
  }: InputOf<typeof changePassword>): Promise<void> {
    const account = await this.store.find(actor.accountId);
    if (!account) throw new AppError('InvalidToken');
    const { passwordHash: from, email, name } = account;
    const isRight = await verifyPassword(from, currentPassword, suspect);
    const to = isRight ? await this.hash(newPassword, 'newPassword', { email, name }) : undefined;
    if (to === undefined || !(await this.store.changePassword(actor, from, to)))
      throw invalidArgument([{ path: ['currentPassword'], message: 'This is not the password.' }]);
  }

  /**
   * The hash of a password that is to be set for a person. Errors: InvalidArgument with the target when the password is
   * easy to guess; Unavailable.
   */
  async hash(
    password: string,
    target: string,
    { email, name }: Pick<Account, 'email' | 'name'>,
  ): Promise<string> {
    if (isGuessable(password, email, name))
      throw invalidArgument([{ path: [target], message: 'This password is easy to guess. Choose another.' }]);
    return hashPassword(password);
  }
}
