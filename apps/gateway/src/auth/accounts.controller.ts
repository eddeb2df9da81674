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
import { Operation } from '../openapi/index.ts';
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
  @Operation(createAccount, { status: 201, public: true, addressLimit: 'registration', body: true })
  create(@Body({ schema: registration }) body: Registration, @Ip() address: string) {
    return this.signIns.register(body, address);
  }

  @Get()
  @Operation(getAccount)
  get(@CurrentActor() actor: Actor) {
    return this.bus.requestJson(getAccount, { actor });
  }

  @Patch()
  @Operation(updateAccount, { access: { step: 'read', sessionOnly: true }, body: true })
  update(@CurrentActor() actor: Actor, @Body({ schema: accountChange }) change: AccountChange) {
    return this.bus.requestJson(updateAccount, { actor, change });
  }

  @Post('password')
  @Operation(changePassword, { access: { step: 'read', sessionOnly: true }, body: true, schema: signedIn })
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
