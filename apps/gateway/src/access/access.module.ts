// Knows who may do what: roles, scopes and API keys.
import { Module } from '@nestjs/common';
import { RateCountersModule } from '../rate-limit/rate-counters.module.ts';
import { AccessHook } from './access.hook.ts';
import { KnownApiKeysService } from './known-api-keys.service.ts';
import { KnownMembershipsService } from './known-memberships.service.ts';

@Module({
  imports: [RateCountersModule],
  providers: [AccessHook, KnownApiKeysService, KnownMembershipsService],
  exports: [KnownApiKeysService, KnownMembershipsService],
})
export class AccessModule {}
