// Puts the products that imports wait for into batches for the workers, and settles what they bring.
import { Module } from '@nestjs/common';
import { ImportRecordModule } from '../import-record/import-record.module.ts';
import { FetchBatchesRpcController } from './fetch-batches-rpc.controller.ts';
import { FetchBatchesService } from './fetch-batches.service.ts';
import { FetchBatchesStore } from './fetch-batches.store.ts';
import { FetchDispatchService } from './fetch-dispatch.service.ts';
import { PendingFetchesStore } from './pending-fetches.store.ts';

@Module({
  imports: [ImportRecordModule],
  controllers: [FetchBatchesRpcController],
  providers: [FetchBatchesService, FetchBatchesStore, FetchDispatchService, PendingFetchesStore],
  exports: [FetchBatchesService],
})
export class FetchingModule {}
