// Sums generations, tokens and costs by time.
import { Module } from '@nestjs/common';
import { GenerationStatisticsService } from './generation-statistics.service.ts';
import { StatisticsRpcController } from './statistics-rpc.controller.ts';
import { StatisticsStore } from './statistics.store.ts';

@Module({
  controllers: [StatisticsRpcController],
  providers: [GenerationStatisticsService, StatisticsStore],
})
export class StatisticsModule {}
