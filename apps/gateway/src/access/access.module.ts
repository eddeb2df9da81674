// Knows who may do what: roles, scopes and API keys.
import { Module } from '@nestjs/common';
import { CountersModule } from '../counters/counters.module.ts';
import { AccessHook } from './access.hook.ts';
import { KnownApiKeysService } from './known-api-keys.service.ts';
import { KnownMembershipsService } from './known-memberships.service.ts';

@Module({
  imports: [CountersModule],
  providers: [AccessHook, KnownApiKeysService, KnownMembershipsService],
  exports: [KnownApiKeysService, KnownMembershipsService],
})
export class AccessModule {}
