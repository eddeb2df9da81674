// Sends server-sent events.
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { AuthModule } from '../auth/auth.module.ts';
import { EventStreamsService } from './event-streams.service.ts';
import { RecordStreamsService } from './record-streams.service.ts';

@Module({
  imports: [AccessModule, AuthModule],
  providers: [EventStreamsService, RecordStreamsService],
  exports: [EventStreamsService, RecordStreamsService],
})
export class StreamsModule {}
