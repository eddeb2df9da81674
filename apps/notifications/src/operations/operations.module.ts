// Erases workspaces.
import { Module } from '@nestjs/common';
import { FeedModule } from '../feed/feed.module.ts';
import { WebhooksModule } from '../webhooks/webhooks.module.ts';
import { NotificationsErasureRpcController } from './notifications-erasure-rpc.controller.ts';
import { NotificationsErasureService } from './notifications-erasure.service.ts';

@Module({
  imports: [FeedModule, WebhooksModule],
  controllers: [NotificationsErasureRpcController],
  providers: [NotificationsErasureService],
})
export class OperationsModule {}
