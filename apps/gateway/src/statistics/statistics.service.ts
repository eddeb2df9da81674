// Puts the statistics together: the catalogue has imports, generations has generations and what they used.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  listGenerationStatistics,
  listImportStatistics,
  MAX_POINTS,
  wholeIntervals,
  type Actor,
  type Statistics,
  type StatisticsQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { joinStatistics } from './statistics.rules.ts';

@Injectable()
export class StatisticsService {
  constructor(private readonly bus: Bus) {}

  /** The statistics of the actor's workspace. Errors: InvalidArgument when there are too many points. */
  async read(actor: Actor, { by, ...query }: StatisticsQuery): Promise<Statistics> {
    const range = wholeIntervals(query);
    const [generations, imports] = await Promise.all([
      this.bus.request(listGenerationStatistics, { actor, ...range, by }),
      this.bus.request(listImportStatistics, { actor, ...range, byErrorCode: by === 'errorCode' }),
    ]);
    const statistics = joinStatistics(range, generations.points, imports.points, by === undefined);
    if (statistics.series.length <= MAX_POINTS) return statistics;
    const message = `These are more than ${MAX_POINTS} points. Ask for a shorter time or for longer intervals.`;
    throw new AppError('InvalidArgument', { target: 'by', message });
  }
}
