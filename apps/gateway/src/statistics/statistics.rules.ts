// Joins the statistics of imports and of generations.
import {
  defined,
  INTERVAL_SECONDS,
  sumOfCounts,
  type GenerationPoint,
  type ImportPoint,
  type Statistics,
  type StatisticsPoint,
  type StatisticsRange,
} from '#contracts';

type Figures = Statistics['total'];

const NOTHING: Figures = {
  imports: { success: 0, failure: 0 },
  generations: { success: 0, failed: 0, byErrorCode: {} },
  tokens: { input: 0, output: 0 },
  costMicros: 0,
  reviewed: { accepted: 0, edited: 0, rejected: 0 },
  editShare: null,
  findings: {},
};

/** The answer for whole intervals. With `isDense`, every interval has a point. */
export function joinStatistics(
  range: StatisticsRange,
  generations: readonly GenerationPoint[],
  imports: readonly ImportPoint[],
  isDense: boolean,
): Statistics {
  const points = new Map<string, StatisticsPoint>();
  const pointOf = ({ start, key }: Pick<StatisticsPoint, 'start' | 'key'>): StatisticsPoint => {
    const id = `${start} ${key ?? ''}`;
    const point = points.get(id) ?? { ...defined({ start, key }), ...NOTHING };
    points.set(id, point);
    return point;
  };
  const { from, to, interval } = range;
  for (let start = from; isDense && start < to; start += INTERVAL_SECONDS[interval]) pointOf({ start });
  for (const { start, key, success, byErrorCode, ...figures } of generations) {
    const failed = Object.values(byErrorCode).reduce((sum, count) => sum + count, 0);
    Object.assign(pointOf({ start, key }), { generations: { success, failed, byErrorCode }, ...figures });
  }
  for (const { success, failure, ...place } of imports)
    Object.assign(pointOf(place), { imports: { success, failure } });
  const series = [...points.values()].sort((a, b) => a.start - b.start || compare(a.key, b.key));
  return { ...range, series, total: totalOf(series, generations) };
}

/** The sum of all points. Its cost is the sum of the known costs, and null when there are generations but no known cost. */
function totalOf(series: readonly StatisticsPoint[], generations: readonly GenerationPoint[]): Figures {
  const sum = (of: (point: StatisticsPoint) => number): number =>
    series.reduce((total, point) => total + of(point), 0);
  const byErrorCode = sumOfCounts(generations.map((point) => point.byErrorCode));
  const accepted = sum(({ reviewed }) => reviewed.accepted);
  const changed = sum(({ reviewed, editShare }) => reviewed.accepted * (editShare ?? 0));
  const isUnknown = generations.length > 0 && generations.every(({ costMicros }) => costMicros === null);
  return {
    imports: {
      success: sum(({ imports }) => imports.success),
      failure: sum(({ imports }) => imports.failure),
    },
    generations: {
      success: sum((point) => point.generations.success),
      failed: sum((point) => point.generations.failed),
      byErrorCode,
    },
    tokens: { input: sum(({ tokens }) => tokens.input), output: sum(({ tokens }) => tokens.output) },
    costMicros: isUnknown ? null : sum(({ costMicros }) => costMicros ?? 0),
    reviewed: {
      accepted,
      edited: sum(({ reviewed }) => reviewed.edited),
      rejected: sum(({ reviewed }) => reviewed.rejected),
    },
    editShare: accepted > 0 ? changed / accepted : null,
    findings: sumOfCounts(series.map(({ findings }) => findings)),
  };
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b);
}
