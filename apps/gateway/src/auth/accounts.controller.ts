// Serves registrations and the signed-in account; the owner's JSON of an account is passed on byte for byte.
import { Body, Controller, Get, Ip, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  accountChange,
  changePassword,
  createAccount,
  getAccount,
  passwordChange,
  registration,
  signedIn,
  updateAccount,
  type AccountChange,
  type Actor,
  type PasswordChange,
  type Registration,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { type Client, CurrentActor, CurrentClient } from '../http/index.ts';
import { exampleAccount, exampleRegisteredAccount, exampleSignedIn, Operation } from '../openapi/index.ts';
import { inCookie, RefreshCookie, type RefreshCookies } from './refresh-cookie.decorator.ts';
import { SignInService } from './sign-in.service.ts';

@ApiTags('Accounts')
@Controller('accounts')
export class AccountsController {
  constructor(
    private readonly bus: Bus,
    private readonly signIns: SignInService,
  ) {}

  @Post()
  @Operation(createAccount, {
    id: 'CreateAccount',
    summary: 'Register an account',
    description:
      'Makes an account and a workspace that it owns, if registration is open. Then sign in. Repeating the request is refused, because the e-mail is taken.',
    route: { public: true, addressLimit: 'registration' },
    body: true,
    answer: { status: 201, description: 'Registered.', example: exampleRegisteredAccount },
  })
  create(@Body({ schema: registration }) body: Registration, @Ip() address: string) {
    return this.signIns.register(body, address);
  }

  @Get()
  @Operation(getAccount, {
    id: 'GetAccount',
    summary: 'Get the signed-in account',
    description:
      'The account of the access token or API key, its workspaces, and how the request was authenticated.',
    answer: { description: 'The account.', example: exampleAccount },
  })
  get(@CurrentActor() actor: Actor) {
    return this.bus.requestJson(getAccount, { actor });
  }

  @Patch()
  @Operation(updateAccount, {
    id: 'UpdateAccount',
    summary: 'Change the signed-in account',
    description: 'Changes the name or the language of the account; a field that is absent is left as it is.',
    route: { access: { step: 'read', sessionOnly: true } },
    body: true,
    answer: { description: 'The account.', example: exampleAccount },
  })
  update(@CurrentActor() actor: Actor, @Body({ schema: accountChange }) change: AccountChange) {
    return this.bus.requestJson(updateAccount, { actor, change });
  }

  @Post('password')
  @Operation(changePassword, {
    id: 'ChangePassword',
    summary: 'Change the password',
    description:
      'Sets a new password, ends every session of the account and, unless `keepKeys` is true, its API keys, and signs in anew: the answer is that of a sign-in. A wrong `currentPassword` counts like a failed sign-in.',
    route: { access: { step: 'read', sessionOnly: true } },
    body: true,
    answer: { schema: signedIn, description: 'Changed, and signed in anew.', example: exampleSignedIn },
  })
  async changePassword(
    @CurrentActor() actor: Actor,
    @Body({ schema: passwordChange }) { refresh, ...change }: PasswordChange,
    @CurrentClient() client: Client,
    @RefreshCookie() cookie: RefreshCookies,
  ) {
    const tokens = await this.signIns.changePassword({ actor, ...change, ...client });
    return refresh === 'cookie' ? inCookie(tokens, cookie) : tokens;
  }
}
