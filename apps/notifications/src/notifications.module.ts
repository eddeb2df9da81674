// Wires notifications.
import { Module, type DynamicModule } from '@nestjs/common';
import { webhookJob } from '#contracts';
import { CONFIG } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { IdempotencyEntity } from '#platform/idempotency';
import { BusModule } from '#platform/messaging';
import { OutboxEntity, OutboxModule } from '#platform/outbox';
import { CursorKeyEntity, Pages } from '#platform/paging';
import { RetentionModule } from '#platform/retention';
import type { Config } from './config.ts';
import { DeliveriesRpcController } from './deliveries/deliveries-rpc.controller.ts';
import { DeliveryEntity } from './deliveries/deliveries.entity.ts';
import { DeliveriesService } from './deliveries/deliveries.service.ts';
import { DeliveriesStore } from './deliveries/deliveries.store.ts';
import { DeliveryClaimsRpcController } from './deliveries/delivery-claims-rpc.controller.ts';
import { DeliveryClaimsService } from './deliveries/delivery-claims.service.ts';
import { DeliveryClaimsStore } from './deliveries/delivery-claims.store.ts';
import { DeliveryDispatchService } from './deliveries/delivery-dispatch.service.ts';
import { DeliveryDispatchStore } from './deliveries/delivery-dispatch.store.ts';
import { ErasedWorkspaceEntity, FeedEventEntity } from './feed/feed.entity.ts';
import { FeedConsumer } from './feed/feed.consumer.ts';
import { FeedRpcController } from './feed/feed-rpc.controller.ts';
import { FeedService } from './feed/feed.service.ts';
import { FeedStore } from './feed/feed.store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { NotificationsErasureRpcController } from './operations/notifications-erasure-rpc.controller.ts';
import { NotificationsErasureService } from './operations/notifications-erasure.service.ts';
import { WebhooksRpcController } from './webhooks/webhooks-rpc.controller.ts';
import { WebhookEntity } from './webhooks/webhooks.entity.ts';
import { WebhookSecretsService } from './webhooks/webhook-secrets.service.ts';
import { WebhooksService } from './webhooks/webhooks.service.ts';
import { WebhooksStore } from './webhooks/webhooks.store.ts';

/** The tables of this service. */
export const ENTITIES = [
  FeedEventEntity,
  ErasedWorkspaceEntity,
  WebhookEntity,
  DeliveryEntity,
  CursorKeyEntity,
  IdempotencyEntity,
  OutboxEntity,
];

const CONTROLLERS = [
  FeedRpcController,
  WebhooksRpcController,
  DeliveriesRpcController,
  DeliveryClaimsRpcController,
  NotificationsErasureRpcController,
];

const PROVIDERS = [
  FeedConsumer,
  FeedService,
  FeedStore,
  WebhookSecretsService,
  WebhooksService,
  WebhooksStore,
  DeliveriesService,
  DeliveriesStore,
  DeliveryClaimsService,
  DeliveryClaimsStore,
  DeliveryDispatchService,
  DeliveryDispatchStore,
  NotificationsErasureService,
  Pages,
];

@Module({})
export class NotificationsModule {
  /** Notifications with a configuration. */
  static forRoot(config: Config): DynamicModule {
    return {
      module: NotificationsModule,
      imports: [
        BusModule.forRoot(config, 'notifications'),
        DatabaseModule.forRoot(config, 'notifications', { entities: ENTITIES, migrations: MIGRATIONS }),
        OutboxModule.forRoot(config, 'notifications', [webhookJob]),
        RetentionModule.forRoot([
          { name: 'event', days: config.EVENTS_KEEP_DAYS },
          { name: 'delivery', days: config.EVENTS_KEEP_DAYS },
        ]),
      ],
      controllers: CONTROLLERS,
      providers: [{ provide: CONFIG, useValue: config }, ...PROVIDERS],
    };
  }
}
