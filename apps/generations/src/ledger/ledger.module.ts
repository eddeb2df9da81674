// Keeps what each attempt to write a generation used and cost.
import { Module } from '@nestjs/common';
import { LedgerService } from './ledger.service.ts';
import { LedgerStore } from './ledger.store.ts';

@Module({
  providers: [LedgerService, LedgerStore],
  exports: [LedgerService],
})
export class LedgerModule {}
