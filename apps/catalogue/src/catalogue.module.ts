// Wires the catalogue: its tables, its controllers and its services.
import { Module, type DynamicModule } from '@nestjs/common';
import { fetchBatchJob, RESTORABLE_DAYS } from '#contracts';
import { CONFIG } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { BusModule } from '#platform/messaging';
import { IdempotencyEntity } from '#platform/idempotency';
import { OutboxEntity, OutboxModule } from '#platform/outbox';
import { CursorKeyEntity, Pages } from '#platform/paging';
import { RetentionModule } from '#platform/retention';
import type { Config } from './config.ts';
import { CsvImportWriterService } from './csv-imports/csv-import-writer.service.ts';
import { ImportChunkEntity } from './csv-imports/csv-imports.entity.ts';
import { CsvImportsRpcController } from './csv-imports/csv-imports-rpc.controller.ts';
import { CsvImportsService } from './csv-imports/csv-imports.service.ts';
import { CsvImportsStore } from './csv-imports/csv-imports.store.ts';
import { FairShareEntity, FetchBatchEntity, PendingFetchEntity } from './fetching/fetching.entity.ts';
import { FetchBatchesRpcController } from './fetching/fetch-batches-rpc.controller.ts';
import { BatchesClient } from './follow-ups/batches.client.ts';
import { FollowUpEntity } from './follow-ups/follow-ups.entity.ts';
import { FollowUpsService } from './follow-ups/follow-ups.service.ts';
import { FollowUpsStore } from './follow-ups/follow-ups.store.ts';
import { FetchBatchesService } from './fetching/fetch-batches.service.ts';
import { FetchBatchesStore } from './fetching/fetch-batches.store.ts';
import { FetchDispatchService } from './fetching/fetch-dispatch.service.ts';
import { PendingFetchesStore } from './fetching/pending-fetches.store.ts';
import { FetchResultEntity } from './import-record/fetch-results.entity.ts';
import { FetchResultsStore } from './import-record/fetch-results.store.ts';
import { ImportAnnouncementsService } from './import-record/import-announcements.service.ts';
import { ImportCompletionService } from './import-record/import-completion.service.ts';
import { ImportIntakeService } from './imports/import-intake.service.ts';
import { ImportEntity, ImportItemEntity, ImportStatisticEntity } from './import-record/imports.entity.ts';
import { ImportListsService } from './imports/import-lists.service.ts';
import { ImportListsStore } from './imports/import-lists.store.ts';
import { ImportsRpcController } from './imports/imports-rpc.controller.ts';
import { ImportsService } from './imports/imports.service.ts';
import { ImportsStore } from './import-record/imports.store.ts';
import { WorkspacesClient } from './imports/workspaces.client.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { CatalogueErasureRpcController } from './operations/catalogue-erasure-rpc.controller.ts';
import { CatalogueErasureService } from './operations/catalogue-erasure.service.ts';
import { ImportAdmissionService } from './operations/import-admission.service.ts';
import { ImportAdmissionStore } from './operations/import-admission.store.ts';
import { ImportReconcilerService } from './operations/import-reconciler.service.ts';
import { ProductChoicesService } from './products/product-choices.service.ts';
import { ProductChoicesStore } from './products/product-choices.store.ts';
import { ProductListService } from './products/product-list.service.ts';
import { ProductListStore } from './products/product-list.store.ts';
import { ProductRowsService } from './products/product-rows.service.ts';
import { ProductWritesService } from './products/product-writes.service.ts';
import { ProductEntity, ProductWordEntity } from './products/products.entity.ts';
import { ProductsRpcController } from './products/products-rpc.controller.ts';
import { ProductsService } from './products/products.service.ts';
import { ProductsStore } from './products/products.store.ts';
import { SearchTextsStore } from './products/search-texts.store.ts';
import { TextStatesConsumer } from './text-states/text-states.consumer.ts';
import { TextStateEntity } from './text-states/text-states.entity.ts';
import { TextStatesService } from './text-states/text-states.service.ts';
import { TextStatesStore } from './text-states/text-states.store.ts';

/** The entities of all tables of the catalogue. */
export const ENTITIES = [
  ProductEntity,
  ProductWordEntity,
  TextStateEntity,
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
  IdempotencyEntity,
  OutboxEntity,
];

const CONTROLLERS = [
  ProductsRpcController,
  ImportsRpcController,
  CsvImportsRpcController,
  FetchBatchesRpcController,
  CatalogueErasureRpcController,
];

const PROVIDERS = [
  ProductsService,
  ProductWritesService,
  ProductRowsService,
  ProductsStore,
  ProductChoicesService,
  ProductChoicesStore,
  ProductListService,
  ProductListStore,
  SearchTextsStore,
  Pages,
  ImportsService,
  ImportIntakeService,
  ImportListsService,
  ImportListsStore,
  ImportAnnouncementsService,
  ImportCompletionService,
  ImportsStore,
  FetchResultsStore,
  WorkspacesClient,
  FollowUpsService,
  FollowUpsStore,
  BatchesClient,
  CsvImportsService,
  CsvImportWriterService,
  CsvImportsStore,
  FetchBatchesService,
  FetchDispatchService,
  FetchBatchesStore,
  PendingFetchesStore,
  ImportAdmissionService,
  ImportAdmissionStore,
  ImportReconcilerService,
  CatalogueErasureService,
  TextStatesConsumer,
  TextStatesService,
  TextStatesStore,
];

@Module({})
export class CatalogueModule {
  /** The catalogue under a configuration. */
  static forRoot(config: Config): DynamicModule {
    return {
      module: CatalogueModule,
      imports: [
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
      ],
      controllers: CONTROLLERS,
      providers: [{ provide: CONFIG, useValue: config }, ...PROVIDERS],
    };
  }
}
