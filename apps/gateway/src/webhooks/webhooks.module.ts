// The operations of webhooks and their deliveries.
import { Module } from '@nestjs/common';
import { DeliveriesController } from './deliveries.controller.ts';
import { WebhooksController } from './webhooks.controller.ts';

@Module({
  controllers: [WebhooksController, DeliveriesController],
})
export class WebhooksModule {}
