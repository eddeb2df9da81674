// Answers the gateway's requests about what became of generations.
import { Controller } from '@nestjs/common';
import { listGenerationStatistics, type AnswerOf, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { GenerationStatisticsService } from './generation-statistics.service.ts';

@Controller()
export class StatisticsRpcController {
  constructor(private readonly statistics: GenerationStatisticsService) {}

  @OnRequest(listGenerationStatistics)
  async list(
    input: InputOf<typeof listGenerationStatistics>,
  ): Promise<AnswerOf<typeof listGenerationStatistics>> {
    return { points: await this.statistics.points(input) };
  }
}
