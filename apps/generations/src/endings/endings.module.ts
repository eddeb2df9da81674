// Ends generations, and does what follows from an end.
import { Module } from '@nestjs/common';
import { BatchRecordModule } from '../batch-record/batch-record.module.ts';
import { LedgerModule } from '../ledger/ledger.module.ts';
import { QueueModule } from '../queue/queue.module.ts';
import { TextsModule } from '../texts/texts.module.ts';
import { EndingAnnouncementsService } from './ending-announcements.service.ts';
import { EndingsService } from './endings.service.ts';
import { EndingsStore } from './endings.store.ts';

@Module({
  imports: [BatchRecordModule, LedgerModule, QueueModule, TextsModule],
  providers: [EndingAnnouncementsService, EndingsService, EndingsStore],
  exports: [EndingsService],
})
export class EndingsModule {}
