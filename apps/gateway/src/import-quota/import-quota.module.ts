// Counts what a workspace imports in an hour.
import { Module } from '@nestjs/common';
import { RateCountersModule } from '../rate-limit/rate-counters.module.ts';
import { ImportQuotaService } from './import-quota.service.ts';

@Module({
  imports: [RateCountersModule],
  providers: [ImportQuotaService],
  exports: [ImportQuotaService],
})
export class ImportQuotaModule {}
