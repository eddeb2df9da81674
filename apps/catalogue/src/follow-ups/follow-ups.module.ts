// Begins the generations that an import asked for once it has ended.
import { Module } from '@nestjs/common';
import { BatchesClient } from './batches.client.ts';
import { FollowUpsService } from './follow-ups.service.ts';
import { FollowUpsStore } from './follow-ups.store.ts';

@Module({
  providers: [BatchesClient, FollowUpsService, FollowUpsStore],
})
export class FollowUpsModule {}
