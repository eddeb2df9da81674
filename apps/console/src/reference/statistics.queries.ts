// Asks for the statistics of whole days.
import type { GetStatisticsData, StatisticsPoint } from '#client';
import { api } from '../api/ask.client.ts';
import { hasCode } from '../api/failures.rules.ts';
import { DAY } from './period.rules.ts';

/** What tells the points of a day apart. */
type By = NonNullable<GetStatisticsData['query']>['by'];

/** The points from one time to another; the API gives 400 at most, so a time with more is asked for in two halves. */
export async function pointsOf(
  by: By,
  { from, to }: { from: number; to: number },
  signal: AbortSignal,
): Promise<StatisticsPoint[]> {
  try {
    return (await api.getStatistics({ query: { from, to, interval: 'day', by }, signal })).data.series;
  } catch (error) {
    if (!hasCode(error, 'InvalidArgument') || to - from <= DAY) throw error;
    const middle = from + Math.floor((to - from) / DAY / 2) * DAY;
    const halves = [
      { from, to: middle },
      { from: middle, to },
    ].map((half) => pointsOf(by, half, signal));
    return (await Promise.all(halves)).flat();
  }
}
