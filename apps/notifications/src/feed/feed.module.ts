// Keeps the events of each workspace, and shows them in order.
import { Module } from '@nestjs/common';
import { DeliveriesModule } from '../deliveries/deliveries.module.ts';
import { FeedConsumer } from './feed.consumer.ts';
import { FeedRpcController } from './feed-rpc.controller.ts';
import { FeedService } from './feed.service.ts';
import { FeedStore } from './feed.store.ts';

@Module({
  imports: [DeliveriesModule],
  controllers: [FeedRpcController],
  providers: [FeedConsumer, FeedService, FeedStore],
  exports: [FeedService],
})
export class FeedModule {}
