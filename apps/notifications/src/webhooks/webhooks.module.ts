// Keeps webhooks and their secrets.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { WebhookSecretsService } from './webhook-secrets.service.ts';
import { WebhooksRpcController } from './webhooks-rpc.controller.ts';
import { WebhooksService } from './webhooks.service.ts';
import { WebhooksStore } from './webhooks.store.ts';

@Module({
  imports: [PagingModule],
  controllers: [WebhooksRpcController],
  providers: [WebhookSecretsService, WebhooksService, WebhooksStore],
  exports: [WebhookSecretsService, WebhooksService],
})
export class WebhooksModule {}
