// The parts of the generations service.
import { Module, type DynamicModule } from '@nestjs/common';
import { generationJob } from '#contracts';
import { BusModule } from '#platform/bus';
import { CONFIG } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { OutboxModule } from '#platform/outbox';
import { AcceptanceService } from './acceptance.service.ts';
import { BacklogService } from './backlog.service.ts';
import { BacklogStore } from './backlog.store.ts';
import { ClaimsController } from './claims.controller.ts';
import { ClaimsService } from './claims.service.ts';
import { ClaimsStore } from './claims.store.ts';
import type { Config } from './config.ts';
import { DispatchService } from './dispatch.service.ts';
import { DocumentsStore } from './documents.store.ts';
import { DraftsService } from './drafts.service.ts';
import { EndingsService } from './endings.service.ts';
import { GenerationsController } from './generations.controller.ts';
import { GenerationsService } from './generations.service.ts';
import { GenerationsStore } from './generations.store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { ProductsClient } from './products.client.ts';
import { QuotaService } from './quota.service.ts';
import { ReconcilerService } from './reconciler.service.ts';
import { ReconcilerStore } from './reconciler.store.ts';
import { RequestsService } from './requests.service.ts';
import { SourcesService } from './sources.service.ts';

@Module({})
export class GenerationsModule {
  /** The generations service under a configuration. */
  static with(config: Config): DynamicModule {
    return {
      module: GenerationsModule,
      imports: [
        BusModule.connect(config, 'generations'),
        DatabaseModule.connect(config, 'generations', { migrations: MIGRATIONS }),
        OutboxModule.connect(config, 'generations', [generationJob]),
      ],
      controllers: [GenerationsController, ClaimsController],
      providers: [
        { provide: CONFIG, useValue: config },
        AcceptanceService,
        BacklogService,
        BacklogStore,
        ClaimsService,
        ClaimsStore,
        DispatchService,
        DocumentsStore,
        DraftsService,
        EndingsService,
        GenerationsService,
        GenerationsStore,
        ProductsClient,
        QuotaService,
        ReconcilerService,
        ReconcilerStore,
        RequestsService,
        SourcesService,
      ],
    };
  }
}
