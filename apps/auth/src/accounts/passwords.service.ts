// Checks passwords, and decides which may be set.
import { Injectable } from '@nestjs/common';
import type { Account } from '#contracts';
import { hashPassword, verifyPassword } from '#platform/crypto';
import { invalidArgument } from '#platform/errors';
import { isGuessable } from './passwords.rules.ts';

@Injectable()
export class PasswordsService {
  /** True when a password matches a hash. Errors: Unavailable when too many passwords are being checked. */
  isRight(hash: string, password: string, suspect: boolean | undefined): Promise<boolean> {
    return verifyPassword(hash, password, suspect);
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
