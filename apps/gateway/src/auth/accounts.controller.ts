// Serves the signed-in account; the owner's JSON is passed on byte for byte.
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { account, getAccount, type Actor } from '#contracts';
import { Bus } from '#platform/messaging';
import { CurrentActor } from '../http/request.decorator.ts';
import { exampleAccount } from '../openapi/index.ts';
import { Operation } from '../openapi/operation.decorator.ts';

@ApiTags('Accounts')
@Controller('accounts')
export class AccountsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Operation({
    id: 'GetAccount',
    summary: 'Get the signed-in account',
    description:
      'The account of the access token or API key, its workspaces, and how the request was authenticated.',
    forwardsTo: getAccount,
    answer: { status: 200, schema: account, description: 'The account.', example: exampleAccount },
  })
  get(@CurrentActor() actor: Actor): Promise<Buffer> {
    return this.bus.requestJson(getAccount, { actor });
  }
}
