// Requests about accounts.
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { getAccount, type Account } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { AccountsService } from './accounts.service.ts';

@Controller()
export class AccountsRpcController {
  constructor(private readonly accounts: AccountsService) {}

  @OnRequest(getAccount)
  get({ actor }: z.output<typeof getAccount.input>): Promise<Account> {
    return this.accounts.get(actor, new Date());
  }
}
