// Answers bus requests about accounts.
import { Controller } from '@nestjs/common';
import {
  createAccount,
  getAccount,
  updateAccount,
  type InputOf,
  type RegisteredAccount,
  type Registration,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { AccountsService } from './accounts.service.ts';
import { RegistrationService } from './registration.service.ts';

@Controller()
export class AccountsRpcController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly registrations: RegistrationService,
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
}
