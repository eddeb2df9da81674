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
import { exampleStatistics, Operation } from '../openapi/index.ts';
import { StatisticsService } from './statistics.service.ts';

@ApiTags('Statistics')
@Controller('statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Get()
  @Operation(listGenerationStatistics, {
    id: 'GetStatistics',
    summary: 'Get statistics',
    description:
      'What became of imports and generations, and what generations used, by intervals and in total. Everything counts in the interval in which it ended, even if it was deleted later.',
    route: { query: true },
    answer: {
      schema: statistics,
      description: 'Points for a chart, at most 400.',
      example: exampleStatistics,
    },
  })
  get(@CurrentActor() actor: Actor, @Query({ schema: statisticsQuery }) query: StatisticsQuery) {
    return this.statistics.read(actor, query);
  }
}
