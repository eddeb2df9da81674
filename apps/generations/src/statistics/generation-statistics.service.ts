// Tells what became of the generations of a workspace, and what they used.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  holderOf,
  MAX_POINTS,
  type GenerationPoint,
  type InputOf,
  type listGenerationStatistics,
} from '#contracts';
import { ComputedAnswers } from '#platform/database';
import { Every } from '#platform/resilience';
import { generationPoints } from './statistics.rules.ts';
import { StatisticsStore } from './statistics.store.ts';

@Injectable()
export class GenerationStatisticsService {
  constructor(
    private readonly store: StatisticsStore,
    private readonly computed: ComputedAnswers,
  ) {}

  /**
   * Adds up the slots of past hours, so that one row stays for what ended in an hour in the same way. Public so that a test
   * need not wait.
   */
  @Every('slots of statistics', 600_000)
  addUpSlots(): Promise<void> {
    return this.store.addUpSlots();
  }

  /**
   * One point for each interval and value, computed for the holder of the workspace. Errors: InvalidArgument when there are too
   * many of them, TooManyRequests.
   */
  async points(input: InputOf<typeof listGenerationStatistics>): Promise<GenerationPoint[]> {
    const points = generationPoints(
      await this.computed.within(holderOf(input.actor), () => this.store.sums(input)),
    );
    if (points.length <= MAX_POINTS) return points;
    const message = `These are more than ${MAX_POINTS} points. Ask for a shorter time or for longer intervals.`;
    throw new AppError('InvalidArgument', { target: 'by', message });
  }
}
