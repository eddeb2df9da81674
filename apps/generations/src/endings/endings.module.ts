// Ends generations, and does what follows from an end.
import { Module } from '@nestjs/common';
import { BatchRecordModule } from '../batch-record/batch-record.module.ts';
import { IntakeModule } from '../intake/intake.module.ts';
import { LedgerModule } from '../ledger/ledger.module.ts';
import { QueueModule } from '../queue/queue.module.ts';
import { TextsModule } from '../texts/texts.module.ts';
import { EndingAnnouncementsService } from './ending-announcements.service.ts';
import { EndingNoticesService } from './ending-notices.service.ts';
import { EndingsService } from './endings.service.ts';
import { EndingsStore } from './endings.store.ts';

@Module({
  imports: [BatchRecordModule, IntakeModule, LedgerModule, QueueModule, TextsModule],
  providers: [EndingAnnouncementsService, EndingNoticesService, EndingsService, EndingsStore],
  exports: [EndingsService],
})
export class EndingsModule {}
