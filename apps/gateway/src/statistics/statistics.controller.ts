// Serves statistics for charts.
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  listGenerationStatistics,
  statistics,
  statisticsQuery,
  type Actor,
  type StatisticsQuery,
} from '#contracts';
import { CurrentActor } from '../http/index.ts';
import { Operation } from '../openapi/index.ts';
import { StatisticsService } from './statistics.service.ts';

@ApiTags('Statistics')
@Controller('statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Get()
  @Operation(listGenerationStatistics, { query: true, schema: statistics })
  get(@CurrentActor() actor: Actor, @Query({ schema: statisticsQuery }) query: StatisticsQuery) {
    return this.statistics.read(actor, query);
  }
}
