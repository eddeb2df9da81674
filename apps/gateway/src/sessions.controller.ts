// Sessions: signing in.
import { Body, Controller, Post } from '@nestjs/common';
import { accessToken, createSession, credentials, type AccessToken, type Credentials } from '#contracts';
import { Bus } from '#platform/bus';
import { exampleToken } from './examples.rules.ts';
import { Operation } from './operation.decorator.ts';

@Controller('accounts/sessions')
export class SessionsController {
  constructor(private readonly bus: Bus) {}

  @Post('email')
  @Operation({
    id: 'CreateSession',
    tag: 'Accounts',
    summary: 'Sign in',
    description: 'Exchanges e-mail and password for an access token, good for `expiresIn` seconds.',
    route: { public: true },
    body: true,
    answer: { status: 201, schema: accessToken, description: 'Signed in.', example: exampleToken },
    errors: ['InvalidCredentials'],
  })
  create(@Body({ schema: credentials }) body: Credentials): Promise<AccessToken> {
    return this.bus.ask(createSession, body);
  }
}
