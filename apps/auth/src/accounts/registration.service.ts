// Registers accounts for people who ask for one.
import { Inject, Injectable } from '@nestjs/common';
import { AppError, toUnixSeconds, type RegisteredAccount, type Registration } from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import type { Config } from '../config.ts';
import { AccountsStore } from './accounts.store.ts';
import { PasswordsService } from './passwords.service.ts';

/** Marketplace of a new workspace. */
const MARKETPLACE = 'US';

@Injectable()
export class RegistrationService {
  constructor(
    private readonly store: AccountsStore,
    private readonly passwords: PasswordsService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'REGISTRATION'>,
  ) {}

  /**
   * Makes an account and a workspace that it owns. Errors: Forbidden while registration is closed; InvalidArgument for a
   * password that is easy to guess; AlreadyExists when an account has the e-mail; Unavailable.
   */
  async register({ email, password, name = '', locale }: Registration): Promise<RegisteredAccount> {
    if (this.config.REGISTRATION === 'closed')
      throw new AppError('Forbidden', { message: 'Registration is closed. Ask an operator for an account.' });
    const passwordHash = await this.passwords.hash(password, 'password', { email, name });
    const workspaceName = name || email.replace(/@.*/, '');
    const accountId = newId();
    const workspaceId = newId();
    const plan = { accountId, email, passwordHash, name, locale, workspaceId, workspaceName };
    const createdAt = await this.store.create({ ...plan, marketplace: MARKETPLACE });
    if (!createdAt) throw new AppError('AlreadyExists', { target: 'email' });
    const moment = toUnixSeconds(createdAt);
    return {
      id: accountId,
      email,
      name,
      status: 'ACTIVE',
      locale,
      workspaces: [{ id: workspaceId, name: workspaceName, role: 'owner', marketplace: MARKETPLACE }],
      createdAt: moment,
      updatedAt: moment,
    };
  }
}
