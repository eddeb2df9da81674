// The parts of the generations service.
import { Module, type DynamicModule } from '@nestjs/common';
import { generationJob } from '#contracts';
import { BusModule } from '#platform/messaging';
import { CONFIG } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { OutboxModule } from '#platform/outbox';
import { GenerationIntakeService } from './intake/generation-intake.service.ts';
import { GenerationAdmissionService } from './queue/generation-admission.service.ts';
import { GenerationAdmissionStore } from './queue/generation-admission.store.ts';
import { LeasesRpcController } from './leases/leases-rpc.controller.ts';
import { LeasesService } from './leases/leases.service.ts';
import { LeasesStore } from './leases/leases.store.ts';
import type { Config } from './config.ts';
import { DispatchService } from './queue/dispatch.service.ts';
import { DocumentsStore } from './documents/documents.store.ts';
import { RequestResolverService } from './intake/request-resolver.service.ts';
import { GenerationCompletionService } from './operations/generation-completion.service.ts';
import { GenerationsRpcController } from './intake/generations-rpc.controller.ts';
import { GenerationRequestsService } from './intake/generations.service.ts';
import { GenerationsStore } from './intake/generations.store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { ProductsClient } from './intake/products.client.ts';
import { QuotaService } from './queue/quota.service.ts';
import { GenerationReconcilerService } from './operations/generation-reconciler.service.ts';
import { GenerationReconcilerStore } from './operations/generation-reconciler.store.ts';
import { RequestValidatorService } from './intake/request-validator.service.ts';
import { ReferencesService } from './intake/references.service.ts';

@Module({})
export class GenerationsModule {
  /** The generations service under a configuration. */
  static forRoot(config: Config): DynamicModule {
    return {
      module: GenerationsModule,
      imports: [
        BusModule.forRoot(config, 'generations'),
        DatabaseModule.forRoot(config, 'generations', { migrations: MIGRATIONS }),
        OutboxModule.forRoot(config, 'generations', [generationJob]),
      ],
      controllers: [GenerationsRpcController, LeasesRpcController],
      providers: [
        { provide: CONFIG, useValue: config },
        GenerationIntakeService,
        GenerationAdmissionService,
        GenerationAdmissionStore,
        LeasesService,
        LeasesStore,
        DispatchService,
        DocumentsStore,
        RequestResolverService,
        GenerationCompletionService,
        GenerationRequestsService,
        GenerationsStore,
        ProductsClient,
        QuotaService,
        GenerationReconcilerService,
        GenerationReconcilerStore,
        RequestValidatorService,
        ReferencesService,
      ],
    };
  }
}
