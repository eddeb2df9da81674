// Answers bus requests about accounts.
import { Controller } from '@nestjs/common';
import { getAccount, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { AccountsService } from './accounts.service.ts';

@Controller()
export class AccountsRpcController {
  constructor(private readonly accounts: AccountsService) {}

  @OnRequest(getAccount)
  get({ actor }: InputOf<typeof getAccount>): Promise<string> {
    return this.accounts.get(actor);
  }
}
