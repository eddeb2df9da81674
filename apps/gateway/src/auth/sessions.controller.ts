// Serves sign-ins.
import { Body, Controller, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { accessToken, createSession, credentials, type AccessToken, type Credentials } from '#contracts';
import { exampleToken } from '../openapi/index.ts';
import { Operation } from '../openapi/operation.decorator.ts';
import { SignInService } from './sign-in.service.ts';

@ApiTags('Accounts')
@Controller('accounts/sessions')
export class SessionsController {
  constructor(private readonly signIns: SignInService) {}

  @Post('email')
  @Operation({
    id: 'CreateSession',
    summary: 'Sign in',
    description: 'Exchanges e-mail and password for an access token, good for `expiresIn` seconds.',
    forwardsTo: createSession,
    route: { public: true, signIn: true },
    body: true,
    answer: { status: 201, schema: accessToken, description: 'Signed in.', example: exampleToken },
  })
  create(@Body({ schema: credentials }) body: Credentials, @Ip() address: string): Promise<AccessToken> {
    return this.signIns.create(body, address);
  }
}
