// Sessions: signing in.
import { Body, Controller, Ip, Post } from '@nestjs/common';
import { accessToken, credentials, type AccessToken, type Credentials } from '#contracts';
import { exampleToken } from '../openapi/examples.rules.ts';
import { Operation } from '../openapi/operation.decorator.ts';
import { SignInService } from './sign-in.service.ts';

@Controller('accounts/sessions')
export class SessionsController {
  constructor(private readonly signIns: SignInService) {}

  @Post('email')
  @Operation({
    id: 'CreateSession',
    tag: 'Accounts',
    summary: 'Sign in',
    description: 'Exchanges e-mail and password for an access token, good for `expiresIn` seconds.',
    route: { public: true, signIn: true },
    body: true,
    answer: { status: 201, schema: accessToken, description: 'Signed in.', example: exampleToken },
    errors: ['InvalidCredentials'],
  })
  create(@Body({ schema: credentials }) body: Credentials, @Ip() address: string): Promise<AccessToken> {
    return this.signIns.create(body, address);
  }
}
