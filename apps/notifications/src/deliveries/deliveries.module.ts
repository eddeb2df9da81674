// Delivers events to webhooks, and tries again.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { WebhooksModule } from '../webhooks/webhooks.module.ts';
import { DeliveriesRpcController } from './deliveries-rpc.controller.ts';
import { DeliveriesService } from './deliveries.service.ts';
import { DeliveriesStore } from './deliveries.store.ts';
import { DeliveryClaimsRpcController } from './delivery-claims-rpc.controller.ts';
import { DeliveryClaimsService } from './delivery-claims.service.ts';
import { DeliveryClaimsStore } from './delivery-claims.store.ts';
import { DeliveryDispatchService } from './delivery-dispatch.service.ts';
import { DeliveryDispatchStore } from './delivery-dispatch.store.ts';

@Module({
  imports: [PagingModule, WebhooksModule],
  controllers: [DeliveriesRpcController, DeliveryClaimsRpcController],
  providers: [
    DeliveriesService,
    DeliveriesStore,
    DeliveryClaimsService,
    DeliveryClaimsStore,
    DeliveryDispatchService,
    DeliveryDispatchStore,
  ],
  exports: [DeliveriesService],
})
export class DeliveriesModule {}
