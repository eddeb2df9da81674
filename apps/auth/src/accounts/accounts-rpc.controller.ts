// Answers bus requests about accounts.
import { Controller } from '@nestjs/common';
import {
  changePassword,
  createAccount,
  getAccount,
  updateAccount,
  type AnswerOf,
  type InputOf,
  type RegisteredAccount,
  type Registration,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { AccountsService } from './accounts.service.ts';
import { PasswordsService } from './passwords.service.ts';
import { RegistrationService } from './registration.service.ts';

@Controller()
export class AccountsRpcController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly registrations: RegistrationService,
    private readonly passwords: PasswordsService,
  ) {}

  @OnRequest(getAccount)
  get({ actor }: InputOf<typeof getAccount>): Promise<string> {
    return this.accounts.get(actor);
  }

  @OnRequest(createAccount)
  create(request: Registration): Promise<RegisteredAccount> {
    return this.registrations.register(request);
  }

  @OnRequest(updateAccount)
  update({ actor, change }: InputOf<typeof updateAccount>): Promise<string> {
    return this.accounts.update(actor, change);
  }

  @OnRequest(changePassword)
  async changePassword(request: InputOf<typeof changePassword>): Promise<AnswerOf<typeof changePassword>> {
    await this.passwords.change(request);
    return {};
  }
}
