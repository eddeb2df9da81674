// Counts what a workspace imports in an hour.
import { Module } from '@nestjs/common';
import { CountersModule } from '../counters/counters.module.ts';
import { ImportQuotaService } from './import-quota.service.ts';

@Module({
  imports: [CountersModule],
  providers: [ImportQuotaService],
  exports: [ImportQuotaService],
})
export class ImportQuotaModule {}
