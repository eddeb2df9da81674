// Lists generations, cancels those that are RUNNING, and deletes those that have ended.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { EndingsModule } from '../endings/endings.module.ts';
import { IntakeModule } from '../intake/intake.module.ts';
import { TextsModule } from '../texts/texts.module.ts';
import { GenerationDeletionsService } from './generation-deletions.service.ts';
import { GenerationRecordsRpcController } from './generation-records-rpc.controller.ts';
import { GenerationRecordsService } from './generation-records.service.ts';
import { GenerationRecordsStore } from './generation-records.store.ts';

@Module({
  imports: [PagingModule, IntakeModule, EndingsModule, TextsModule],
  controllers: [GenerationRecordsRpcController],
  providers: [GenerationDeletionsService, GenerationRecordsService, GenerationRecordsStore],
})
export class RecordsModule {}
