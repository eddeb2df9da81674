// Accounts: the one that is signed in.
import { Controller, Get } from '@nestjs/common';
import { account, getAccount, type Account, type Actor } from '#contracts';
import { Bus } from '#platform/messaging';
import { exampleAccount } from '../openapi/examples.rules.ts';
import { Operation } from '../openapi/operation.decorator.ts';
import { CurrentActor } from '../http/request.decorator.ts';

@Controller('accounts')
export class AccountsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Operation({
    id: 'GetAccount',
    tag: 'Accounts',
    summary: 'Get the signed-in account',
    description: 'The account of the access token, its workspaces, and the session.',
    answer: { status: 200, schema: account, description: 'The account.', example: exampleAccount },
  })
  get(@CurrentActor() actor: Actor): Promise<Account> {
    return this.bus.request(getAccount, { actor });
  }
}
