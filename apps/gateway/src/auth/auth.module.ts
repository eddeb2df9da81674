// The operations of sign-in, sessions and accounts; finds out who calls.
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { CountersModule } from '../counters/counters.module.ts';
import { AccessTokenStrategy } from './access-token.strategy.ts';
import { AccountsController } from './accounts.controller.ts';
import { PublicKeysController } from './public-keys.controller.ts';
import { PublicKeysService } from './public-keys.service.ts';
import { RevokedSessionsService } from './revoked-sessions.service.ts';
import { SessionHook } from './session.hook.ts';
import { SessionsController } from './sessions.controller.ts';
import { SignInService } from './sign-in.service.ts';

@Module({
  imports: [AccessModule, CountersModule],
  controllers: [SessionsController, AccountsController, PublicKeysController],
  providers: [AccessTokenStrategy, PublicKeysService, RevokedSessionsService, SessionHook, SignInService],
  exports: [RevokedSessionsService],
})
export class AuthModule {}
