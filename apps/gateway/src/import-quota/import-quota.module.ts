// Counts what a workspace imports in an hour.
import { Module } from '@nestjs/common';
import { RateLimitModule } from '../rate-limit/rate-limit.module.ts';
import { ImportQuotaService } from './import-quota.service.ts';

@Module({
  imports: [RateLimitModule],
  providers: [ImportQuotaService],
  exports: [ImportQuotaService],
})
export class ImportQuotaModule {}
