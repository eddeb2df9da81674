// Wires the catalogue: its tables, its controllers and its services.
import { Module, type DynamicModule } from '@nestjs/common';
import { fetchBatchJob, RESTORABLE_DAYS } from '#contracts';
import { ConfigModule } from '#platform/boot';
import { DatabaseModule } from '#platform/database';
import { RefusedEventEntity } from '#platform/events';
import { BusModule } from '#platform/messaging';
import { IdempotencyEntity } from '#platform/idempotency';
import { OutboxEntity, OutboxModule } from '#platform/outbox';
import { CursorKeyEntity } from '#platform/paging';
import { RetentionModule } from '#platform/retention';
import type { Config } from './config.ts';
import { CsvImportsModule } from './csv-imports/csv-imports.module.ts';
import { FetchingModule } from './fetching/fetching.module.ts';
import { FollowUpsModule } from './follow-ups/follow-ups.module.ts';
import { ImportRecordModule } from './import-record/import-record.module.ts';
import { ImportsModule } from './imports/imports.module.ts';
import { OperationsModule } from './operations/operations.module.ts';
import { ProductListsModule } from './product-lists/product-lists.module.ts';
import { ProductsModule } from './products/products.module.ts';
import { TextStatesModule } from './text-states/text-states.module.ts';
import { ImportChunkEntity } from './csv-imports/csv-imports.entity.ts';
import { FairShareEntity, FetchBatchEntity, PendingFetchEntity } from './fetching/fetching.entity.ts';
import { FollowUpEntity } from './follow-ups/follow-ups.entity.ts';
import { FetchResultEntity } from './import-record/fetch-results.entity.ts';
import { ImportEntity, ImportItemEntity, ImportStatisticEntity } from './import-record/imports.entity.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { CatalogueErasureEntity } from './operations/erased-workspaces.entity.ts';
import { ProductEntity, ProductTotalEntity, ProductWordEntity } from './products/products.entity.ts';
import { TextResyncEntity, TextStateEntity } from './text-states/text-states.entity.ts';

/** The entities of all tables of the catalogue. */
export const ENTITIES = [
  ProductEntity,
  ProductWordEntity,
  ProductTotalEntity,
  TextStateEntity,
  TextResyncEntity,
  ImportEntity,
  ImportItemEntity,
  ImportChunkEntity,
  FollowUpEntity,
  ImportStatisticEntity,
  PendingFetchEntity,
  FetchBatchEntity,
  FairShareEntity,
  FetchResultEntity,
  CursorKeyEntity,
  CatalogueErasureEntity,
  IdempotencyEntity,
  OutboxEntity,
  RefusedEventEntity,
];

/** The rooms of this service; each says what it needs of the others. */
const ROOMS = [
  CsvImportsModule,
  FetchingModule,
  FollowUpsModule,
  ImportRecordModule,
  ImportsModule,
  OperationsModule,
  ProductListsModule,
  ProductsModule,
  TextStatesModule,
];

@Module({})
export class CatalogueModule {
  /** The catalogue under a configuration. */
  static forRoot(config: Config): DynamicModule {
    return {
      module: CatalogueModule,
      imports: [
        ConfigModule.forRoot(config),
        BusModule.forRoot(config, 'catalogue'),
        DatabaseModule.forRoot(config, 'catalogue', { entities: ENTITIES, migrations: MIGRATIONS }),
        OutboxModule.forRoot(config, 'catalogue', [fetchBatchJob]),
        RetentionModule.forRoot(
          [
            { name: 'import', days: config.IMPORTS_KEEP_DAYS },
            { name: 'import_item', days: config.IMPORTS_KEEP_DAYS },
          ],
          [{ name: 'product', days: RESTORABLE_DAYS }],
        ),
        ...ROOMS,
      ],
    };
  }
}
