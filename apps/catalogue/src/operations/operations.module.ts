// Watches over imports whose messages were lost, and erases workspaces.
import { Module } from '@nestjs/common';
import { FetchingModule } from '../fetching/fetching.module.ts';
import { CatalogueErasureRpcController } from './catalogue-erasure-rpc.controller.ts';
import { CatalogueErasureService } from './catalogue-erasure.service.ts';
import { ImportAdmissionService } from './import-admission.service.ts';
import { ImportAdmissionStore } from './import-admission.store.ts';
import { ImportReconcilerService } from './import-reconciler.service.ts';
import { OldStatisticsService } from './old-statistics.service.ts';

@Module({
  imports: [FetchingModule],
  controllers: [CatalogueErasureRpcController],
  providers: [
    CatalogueErasureService,
    ImportAdmissionService,
    ImportAdmissionStore,
    ImportReconcilerService,
    OldStatisticsService,
  ],
  exports: [ImportAdmissionService],
})
export class OperationsModule {}
