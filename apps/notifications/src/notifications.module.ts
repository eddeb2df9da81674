// Wires notifications.
import { Module, type DynamicModule } from '@nestjs/common';
import { webhookJob } from '#contracts';
import { ConfigModule } from '#platform/boot';
import { DatabaseModule } from '#platform/database';
import { RefusedEventEntity } from '#platform/events';
import { IdempotencyEntity } from '#platform/idempotency';
import { BusModule } from '#platform/messaging';
import { OutboxEntity, OutboxModule } from '#platform/outbox';
import { CursorKeyEntity } from '#platform/paging';
import { RetentionModule } from '#platform/retention';
import type { Config } from './config.ts';
import { DeliveriesModule } from './deliveries/deliveries.module.ts';
import { FeedModule } from './feed/feed.module.ts';
import { OperationsModule } from './operations/operations.module.ts';
import { WebhooksModule } from './webhooks/webhooks.module.ts';
import { DeliveryEntity } from './deliveries/deliveries.entity.ts';
import { ErasedWorkspaceEntity, FeedEndEntity, FeedEventEntity } from './feed/feed.entity.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { WebhookEntity } from './webhooks/webhooks.entity.ts';

/** The tables of this service. */
export const ENTITIES = [
  FeedEventEntity,
  FeedEndEntity,
  ErasedWorkspaceEntity,
  WebhookEntity,
  DeliveryEntity,
  CursorKeyEntity,
  IdempotencyEntity,
  OutboxEntity,
  RefusedEventEntity,
];

/** The rooms of this service; each says what it needs of the others. */
const ROOMS = [DeliveriesModule, FeedModule, OperationsModule, WebhooksModule];

@Module({})
export class NotificationsModule {
  /** Notifications with a configuration. */
  static forRoot(config: Config): DynamicModule {
    return {
      module: NotificationsModule,
      imports: [
        ConfigModule.forRoot(config),
        BusModule.forRoot(config, 'notifications'),
        DatabaseModule.forRoot(config, 'notifications', { entities: ENTITIES, migrations: MIGRATIONS }),
        OutboxModule.forRoot(config, 'notifications', [webhookJob]),
        RetentionModule.forRoot([
          { name: 'event', days: config.EVENTS_KEEP_DAYS },
          { name: 'delivery', days: config.EVENTS_KEEP_DAYS },
        ]),
        ...ROOMS,
      ],
    };
  }
}
