// The operations of the feed of events.
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { StreamsModule } from '../streams/streams.module.ts';
import { FeedController } from './feed.controller.ts';
import { LiveFeedService } from './live-feed.service.ts';

@Module({
  imports: [AccessModule, StreamsModule],
  controllers: [FeedController],
  providers: [LiveFeedService],
})
export class FeedModule {}
