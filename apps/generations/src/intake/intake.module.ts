// Takes generations and shows them.
import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.ts';
import { BudgetModule } from '../budget/budget.module.ts';
import { DocumentsModule } from '../documents/documents.module.ts';
import { LearningModule } from '../learning/learning.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { QueueModule } from '../queue/queue.module.ts';
import { SettingsModule } from '../settings/settings.module.ts';
import { VoicesModule } from '../voices/voices.module.ts';
import { GenerationRequestsService } from './generation-requests.service.ts';
import { GenerationsRpcController } from './generations-rpc.controller.ts';
import { GenerationsService } from './generations.service.ts';
import { GenerationsStore } from './generations.store.ts';
import { InsertionsService } from './insertions.service.ts';
import { OriginalsStore } from './originals.store.ts';
import { ReferencesService } from './references.service.ts';

@Module({
  imports: [
    ApplicationsModule,
    BudgetModule,
    DocumentsModule,
    LearningModule,
    ProductsModule,
    QueueModule,
    SettingsModule,
    VoicesModule,
  ],
  controllers: [GenerationsRpcController],
  providers: [
    GenerationRequestsService,
    GenerationsService,
    GenerationsStore,
    InsertionsService,
    OriginalsStore,
    ReferencesService,
  ],
  exports: [GenerationRequestsService, GenerationsService, InsertionsService],
})
export class IntakeModule {}
