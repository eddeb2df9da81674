// Sums generations, tokens, costs and decisions by time, and tells when people accept more or fewer texts than before.
import { Module } from '@nestjs/common';
import { GenerationStatisticsService } from './generation-statistics.service.ts';
import { QualityService } from './quality.service.ts';
import { QualityStore } from './quality.store.ts';
import { StatisticsRpcController } from './statistics-rpc.controller.ts';
import { StatisticsStore } from './statistics.store.ts';

@Module({
  controllers: [StatisticsRpcController],
  providers: [GenerationStatisticsService, QualityService, QualityStore, StatisticsStore],
})
export class StatisticsModule {}
