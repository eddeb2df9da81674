// The catalogue's parts.
import { Module, type DynamicModule } from '@nestjs/common';
import { fetchBatchJob } from '#contracts';
import { BusModule } from '#platform/messaging';
import { CONFIG } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { OutboxModule } from '#platform/outbox';
import { ImportIntakeService } from './imports/import-intake.service.ts';
import { ImportAdmissionService } from './operations/import-admission.service.ts';
import { ImportAdmissionStore } from './operations/import-admission.store.ts';
import type { Config } from './config.ts';
import { CursorsService } from './products/cursors.service.ts';
import { ImportCompletionService } from './imports/import-completion.service.ts';
import { ImportsRpcController } from './imports/imports-rpc.controller.ts';
import { ImportsService } from './imports/imports.service.ts';
import { ImportsStore } from './imports/imports.store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { ProductsRpcController } from './products/products-rpc.controller.ts';
import { ProductsService } from './products/products.service.ts';
import { ProductsStore } from './products/products.store.ts';
import { ImportReconcilerService } from './operations/import-reconciler.service.ts';
import { FetchResultsService } from './fetching/fetch-results.service.ts';
import { FetchBatchesRpcController } from './fetching/fetch-batches-rpc.controller.ts';
import { FetchBatchesService } from './fetching/fetch-batches.service.ts';
import { FetchBatchesStore } from './fetching/fetch-batches.store.ts';
import { WorkspacesClient } from './imports/workspaces.client.ts';

@Module({})
export class CatalogueModule {
  /** The catalogue under a configuration. */
  static forRoot(config: Config): DynamicModule {
    return {
      module: CatalogueModule,
      imports: [
        BusModule.forRoot(config, 'catalogue'),
        DatabaseModule.forRoot(config, 'catalogue', { migrations: MIGRATIONS }),
        OutboxModule.forRoot(config, 'catalogue', [fetchBatchJob]),
      ],
      controllers: [ProductsRpcController, ImportsRpcController, FetchBatchesRpcController],
      providers: [
        { provide: CONFIG, useValue: config },
        ImportIntakeService,
        ImportAdmissionService,
        ImportAdmissionStore,
        CursorsService,
        ImportCompletionService,
        ImportsService,
        ImportsStore,
        ProductsService,
        ProductsStore,
        ImportReconcilerService,
        FetchResultsService,
        FetchBatchesService,
        FetchBatchesStore,
        WorkspacesClient,
      ],
    };
  }
}
