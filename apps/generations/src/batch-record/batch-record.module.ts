// The rows of batches and their counts.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { BatchCountsService } from './batch-counts.service.ts';
import { BatchesStore } from './batches.store.ts';

@Module({
  imports: [PagingModule],
  providers: [BatchCountsService, BatchesStore],
  exports: [BatchCountsService, BatchesStore],
})
export class BatchRecordModule {}
