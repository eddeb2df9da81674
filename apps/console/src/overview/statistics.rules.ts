// Makes the figures of the overview out of the points of the API's statistics. Pure.
import type { StatisticsPoint } from '#client';
import { DAY } from '../reference/period.rules.ts';

/** Most days of one request: the API gives at most 400 points, one for each value and day. */
const MOST_DAYS = 30;

/** A time in whole days of UTC, in Unix seconds; `to` is not in it. */
export interface Range {
  from: number;
  to: number;
}

/** The ranges to ask for, newest first: the first ends with today, so only its figures still grow. */
export function rangesOf(days: number, now = Date.now() / 1000): Range[] {
  const end = Math.floor(now / DAY + 1) * DAY;
  return Array.from({ length: Math.ceil(days / MOST_DAYS) }, (_, i) => ({
    from: end - Math.min((i + 1) * MOST_DAYS, days) * DAY,
    to: end - i * MOST_DAYS * DAY,
  }));
}

/** What became of imports and generations. */
export type Outcomes = Pick<StatisticsPoint, 'imports'> & {
  generations: Pick<StatisticsPoint['generations'], 'success' | 'failed'>;
};

/** All points together. */
export function totalOf(points: readonly StatisticsPoint[]): Outcomes {
  return {
    imports: {
      success: sumOf(points, ({ imports }) => imports.success),
      failure: sumOf(points, ({ imports }) => imports.failure),
    },
    generations: {
      success: sumOf(points, ({ generations }) => generations.success),
      failed: sumOf(points, ({ generations }) => generations.failed),
    },
  };
}

/** The outcomes of each day of the ranges, oldest first; `start` is its first second in UTC. */
export function outcomesOf(
  ranges: readonly Range[],
  points: readonly StatisticsPoint[],
): (Outcomes & { start: number })[] {
  const ofDay = Map.groupBy(points, ({ start }) => start);
  return startsOf(ranges).map((start) => ({ start, ...totalOf(ofDay.get(start) ?? []) }));
}

/** How many items of imports, or generations, failed for each reason, most first, of points by error code. What a person cancelled is no failure. */
export function reasonsOf(
  of: 'imports' | 'generations',
  points: readonly StatisticsPoint[],
): { code: string; count: number }[] {
  const failures = ({ imports, generations }: StatisticsPoint): number =>
    of === 'imports' ? imports.failure : generations.failed;
  const ofCode = Map.groupBy(points, ({ key = '' }) => key);
  return [...ofCode]
    .map(([code, some]) => ({ code, count: sumOf(some, failures) }))
    .filter(({ code, count }) => count > 0 && code !== 'Cancelled')
    .sort((a, b) => b.count - a.count);
}

/** The share of generations that succeeded, 0 to 1, of all that ended by themselves; undefined when there are none. */
export function successOf(points: readonly StatisticsPoint[]): number | undefined {
  const { success, failed } = totalOf(points).generations;
  const cancelled = sumOf(points, ({ generations }) => generations.byErrorCode['Cancelled'] ?? 0);
  const ended = success + failed - cancelled;
  return ended === 0 ? undefined : success / ended;
}

/** What became of the generations that one value is about, and what they used. */
interface ValueOutcomes {
  key: string;
  success: number;
  failed: number;
  /** Of `successOf`. */
  share: number | undefined;
  /** What people decided about them. */
  reviewed: StatisticsPoint['reviewed'];
  /** Share of the words that they changed in what they accepted, 0 to 1; undefined when they accepted nothing. */
  editShare: number | undefined;
  tokens: number | null;
  cost: number | null;
}

/** What became of the generations of each value, and what people decided about them; the most first. */
export function outcomesByValue(points: readonly StatisticsPoint[]): ValueOutcomes[] {
  const told = points.filter(({ key, generations }) => key !== undefined && endedOf(generations) > 0);
  return [...Map.groupBy(told, ({ key = '' }) => key)]
    .map(([key, some]) => ({
      key,
      ...totalOf(some).generations,
      share: successOf(some),
      reviewed: {
        accepted: sumOf(some, ({ reviewed }) => reviewed.accepted),
        edited: sumOf(some, ({ reviewed }) => reviewed.edited),
        rejected: sumOf(some, ({ reviewed }) => reviewed.rejected),
      },
      editShare: editShareOf(some),
      tokens: knownSum(some, MEASURES.tokens),
      cost: knownSum(usedOf(some), MEASURES.cost),
    }))
    .sort((a, b) => endedOf(b) - endedOf(a));
}

/** The share of the words that people changed, by point, weighed by the texts that they accepted. */
function editShareOf(points: readonly StatisticsPoint[]): number | undefined {
  const accepted = sumOf(points, ({ reviewed }) => reviewed.accepted);
  const changed = sumOf(points, ({ reviewed, editShare }) => (editShare ?? 0) * reviewed.accepted);
  return accepted === 0 ? undefined : changed / accepted;
}

/** How often the check noticed something by each rule, most first. */
export function findingsOf(points: readonly StatisticsPoint[]): { rule: string; count: number }[] {
  const all = points.flatMap(({ findings }) => Object.entries(findings));
  return [...Map.groupBy(all, ([rule]) => rule)]
    .map(([rule, some]) => ({ rule, count: some.reduce((sum, [, count]) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count);
}

function endedOf({ success, failed }: Outcomes['generations']): number {
  return success + failed;
}

/** What was used on each day by each of the series. */
interface Usage {
  /** The values that the points are told apart by, the most used first; null is all others together. */
  series: { key: string | null; total: number | null }[];
  /** Oldest first; the values are in the order of the series, null where they are not known. */
  days: { start: number; values: (number | null)[] }[];
}

/** How tokens and how cost in millionths are read of a point. */
const MEASURES = {
  tokens: ({ tokens }: StatisticsPoint): number | null => tokens.input + tokens.output,
  cost: ({ costMicros }: StatisticsPoint): number | null => costMicros,
};
export type Measure = keyof typeof MEASURES;

/** The use of models on each day of the ranges, with at most `most` series and the others together. */
export function usageOf(
  measure: Measure,
  ranges: readonly Range[],
  points: readonly StatisticsPoint[],
  most = 5,
): Usage {
  const used = usedOf(points);
  const ofKey = [...Map.groupBy(used, ({ key }) => key ?? null)];
  const keys: Usage['series'] = ofKey
    .filter(([key]) => key !== null)
    .map(([key, some]) => ({ key, total: knownSum(some, MEASURES[measure]) }))
    .sort((a, b) => (b.total ?? 0) - (a.total ?? 0))
    .slice(0, most);
  const places = new Map(keys.map(({ key }, place) => [key, place]));
  const placeOf = ({ key }: StatisticsPoint): number => places.get(key ?? null) ?? keys.length;
  const others = used.filter((point) => placeOf(point) === keys.length);
  const series =
    others.length === 0 ? keys : [...keys, { key: null, total: knownSum(others, MEASURES[measure]) }];
  const ofDay = Map.groupBy(used, ({ start }) => start);
  const days = startsOf(ranges).map((start) => {
    const ofPlace = Map.groupBy(ofDay.get(start) ?? [], placeOf);
    return { start, values: series.map((_, place) => knownSum(ofPlace.get(place) ?? [], MEASURES[measure])) };
  });
  return { series, days };
}

/** The known cost in millionths, and how many generations have an unknown one; of points by model. */
export function costOf(points: readonly StatisticsPoint[]): { micros: number | null; unknown: number } {
  const unknown = sumOf(points, ({ costMicros, generations }) =>
    costMicros === null ? generations.success + generations.failed : 0,
  );
  return { micros: knownSum(usedOf(points), MEASURES.cost), unknown };
}

/** The first seconds of all days of the ranges, oldest first. */
function startsOf(ranges: readonly Range[]): number[] {
  return ranges
    .flatMap(({ from, to }) => Array.from({ length: (to - from) / DAY }, (_, day) => from + day * DAY))
    .sort((a, b) => a - b);
}

/** The points of models that were used. */
function usedOf(points: readonly StatisticsPoint[]): StatisticsPoint[] {
  return points.filter(({ tokens, costMicros }) => costMicros !== 0 || tokens.input + tokens.output > 0);
}

function sumOf(points: readonly StatisticsPoint[], of: (point: StatisticsPoint) => number): number {
  return points.reduce((sum, point) => sum + of(point), 0);
}

/** The sum of what is known; null when nothing of it is. */
function knownSum(
  points: readonly StatisticsPoint[],
  of: (point: StatisticsPoint) => number | null,
): number | null {
  const known = points.map(of).filter((value) => value !== null);
  return points.length > 0 && known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
