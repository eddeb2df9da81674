// Gives generations to workers for a time, and ends them with what the workers wrote.
import { Module } from '@nestjs/common';
import { BatchRecordModule } from '../batch-record/batch-record.module.ts';
import { QueueModule } from '../queue/queue.module.ts';
import { TextsModule } from '../texts/texts.module.ts';
import { ClaimsService } from './claims.service.ts';
import { GenerationAnnouncementsService } from './generation-announcements.service.ts';
import { GenerationCompletionService } from './generation-completion.service.ts';
import { GenerationOutcomesService } from './generation-outcomes.service.ts';
import { InvocationsService } from './invocations.service.ts';
import { InvocationsStore } from './invocations.store.ts';
import { LeasesRpcController } from './leases-rpc.controller.ts';
import { LeasesService } from './leases.service.ts';
import { LeasesStore } from './leases.store.ts';

@Module({
  imports: [BatchRecordModule, QueueModule, TextsModule],
  controllers: [LeasesRpcController],
  providers: [
    ClaimsService,
    GenerationAnnouncementsService,
    GenerationCompletionService,
    GenerationOutcomesService,
    InvocationsService,
    InvocationsStore,
    LeasesService,
    LeasesStore,
  ],
  exports: [GenerationCompletionService],
})
export class LeasesModule {}
