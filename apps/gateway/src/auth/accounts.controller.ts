// Serves registrations and the signed-in account; the owner's JSON of an account is passed on byte for byte.
import { Body, Controller, Get, Ip, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  account,
  accountChange,
  changePassword,
  createAccount,
  getAccount,
  passwordChange,
  registeredAccount,
  registration,
  updateAccount,
  type AccountChange,
  type Actor,
  type PasswordChange,
  type RegisteredAccount,
  type Registration,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { CurrentActor } from '../http/index.ts';
import { exampleAccount, exampleRegisteredAccount, Operation } from '../openapi/index.ts';
import { SignInService } from './sign-in.service.ts';

@ApiTags('Accounts')
@Controller('accounts')
export class AccountsController {
  constructor(
    private readonly bus: Bus,
    private readonly signIns: SignInService,
  ) {}

  @Post()
  @Operation({
    id: 'CreateAccount',
    summary: 'Register an account',
    description:
      'Makes an account and a workspace that it owns, where registration is open. Then sign in. A repeat is refused, because the e-mail is taken.',
    forwardsTo: createAccount,
    route: { public: true, addressLimit: 'registration' },
    body: true,
    answer: {
      status: 201,
      schema: registeredAccount,
      description: 'Registered.',
      example: exampleRegisteredAccount,
    },
  })
  create(
    @Body({ schema: registration }) body: Registration,
    @Ip() address: string,
  ): Promise<RegisteredAccount> {
    return this.signIns.register(body, address);
  }

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

  @Patch()
  @Operation({
    id: 'UpdateAccount',
    summary: 'Change the signed-in account',
    description: 'Changes the name or the language of the account; absent fields stay.',
    forwardsTo: updateAccount,
    route: { access: { step: 'read', sessionOnly: true } },
    body: true,
    answer: { status: 200, schema: account, description: 'The account.', example: exampleAccount },
  })
  update(
    @CurrentActor() actor: Actor,
    @Body({ schema: accountChange }) change: AccountChange,
  ): Promise<Buffer> {
    return this.bus.requestJson(updateAccount, { actor, change });
  }

  @Post('password')
  @Operation({
    id: 'ChangePassword',
    summary: 'Change the password',
    description:
      'Sets a new password and ends all other sessions. A wrong `currentPassword` counts like a failed sign-in.',
    forwardsTo: changePassword,
    route: { access: { step: 'read', sessionOnly: true } },
    body: true,
    answer: { status: 204, description: 'Changed.' },
  })
  changePassword(
    @CurrentActor() actor: Actor,
    @Body({ schema: passwordChange }) body: PasswordChange,
    @Ip() address: string,
  ): Promise<void> {
    return this.signIns.changePassword(actor, body, address);
  }
}
