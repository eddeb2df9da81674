// Registers accounts for people who ask for one.
import { Inject, Injectable } from '@nestjs/common';
import { AppError, toUnixSeconds, type RegisteredAccount, type Registration } from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import type { Config } from '../config.ts';
import { firstWorkspaceOf } from '../workspaces/index.ts';
import { AccountsStore } from './accounts.store.ts';
import { PasswordsService } from './passwords.service.ts';

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
    const accountId = newId();
    const workspace = { id: newId(), ...firstWorkspaceOf({ name, email }) };
    const createdAt = await this.store.create({
      accountId,
      email,
      passwordHash,
      name,
      locale,
      workspaceId: workspace.id,
      workspaceName: workspace.name,
      marketplace: workspace.marketplace,
    });
    if (!createdAt) throw new AppError('AlreadyExists', { target: 'email' });
    const moment = toUnixSeconds(createdAt);
    return {
      id: accountId,
      email,
      name,
      status: 'ACTIVE',
      locale,
      workspaces: [{ ...workspace, role: 'owner' }],
      createdAt: moment,
      updatedAt: moment,
    };
  }
}
