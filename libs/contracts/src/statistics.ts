// Defines statistics: what became of imports and generations, and what these used, by intervals of time.
import { z } from 'zod';
import { request } from './define.ts';
import { actor, timestamp, timestampText } from './values.ts';

/** Most points of an answer, and most intervals of a request. */
export const MAX_POINTS = 400;

/** Length of an interval, in seconds. Intervals begin with whole ones of UTC. */
export const INTERVAL_SECONDS = { hour: 3600, day: 86_400 } as const;

const interval = z.enum(['hour', 'day']);
const by = z.enum(['model', 'application', 'errorCode', 'promptVersion', 'language', 'voice']);

/** A range of time in whole intervals. */
export interface StatisticsRange {
  from: number;
  to: number;
  interval: z.infer<typeof interval>;
}

/** The whole intervals that a range touches. */
export function wholeIntervals({ from, to, interval: of }: StatisticsRange): StatisticsRange {
  const seconds = INTERVAL_SECONDS[of];
  return { from: from - (from % seconds), to: Math.ceil(to / seconds) * seconds, interval: of };
}

/** Query of the statistics. */
export const statisticsQuery = z
  .strictObject({
    from: timestampText.describe('Begin of the range. The whole interval that it falls into counts.'),
    to: timestampText.describe('End of the range. The whole interval before it counts.'),
    interval: interval.default('day').describe('Length of an interval, in UTC.'),
    by: by
      .optional()
      .describe(
        'Gives each interval one point for each value, which is its `key`. Imports, successes when the values are error codes, and what no prompt was made for when they are versions of prompts, or has no voice when they are ids of voices, are in a point without `key`.',
      ),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Give a time after `from`.' })
  .refine(
    (range) => {
      const { from, to } = wholeIntervals(range);
      return (to - from) / INTERVAL_SECONDS[range.interval] <= MAX_POINTS;
    },
    { path: ['to'], message: `Ask for at most ${MAX_POINTS} intervals.` },
  );
export type StatisticsQuery = z.infer<typeof statisticsQuery>;

const count = z.int().min(0);
const byErrorCode = z.record(z.string(), count).describe('How many failed, by error code.');
const tokens = z
  .object({ input: count, output: count })
  .describe('Tokens of the attempts that ended, as far as the models reported them.');
const costMicros = count
  .nullable()
  .describe(
    'Cost of these attempts as far as it is known, in millionths of the currency; null when no cost is known.',
  );

const quality = {
  reviewed: z
    .object({ accepted: count, edited: count, rejected: count })
    .describe(
      'Results that people have decided about, in the interval of their last decision. `edited`: those of the accepted ones that a person had changed.',
    ),
  editShare: z
    .number()
    .nullable()
    .describe(
      'Share of the words that people changed in what they accepted; null when they accepted nothing.',
    ),
  findings: z
    .record(z.string(), count)
    .describe('What the quality check noticed in the results and drafts of what ended, by rule.'),
};

const figures = {
  imports: z
    .object({ success: count, failure: count })
    .describe('Identifiers and rows of the imports that ended.'),
  generations: z.object({ success: count, failed: count, byErrorCode }).describe('Generations that ended.'),
  tokens,
  costMicros,
  ...quality,
};

/** Adds up counts by their names. */
export function sumOfCounts(some: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, found] of some.flatMap(Object.entries<number>)) sums[name] = (sums[name] ?? 0) + found;
  return sums;
}

const start = timestamp.describe('Begin of the interval.');
const key = z.string().optional().describe('Value of what `by` names.');

/** One interval, or one value in it. */
export const statisticsPoint = z.object({ start, key, ...figures }).meta({ id: 'StatisticsPoint' });
export type StatisticsPoint = z.infer<typeof statisticsPoint>;

/** What happened in a range of time. */
export const statistics = z
  .object({
    from: timestamp,
    to: timestamp,
    interval,
    series: z
      .array(statisticsPoint)
      .describe(
        'Oldest first. Without `by` every interval has a point; with it, only those in which something happened.',
      ),
    total: z.object(figures).describe('All points together.'),
  })
  .meta({ id: 'Statistics' });
export type Statistics = z.infer<typeof statistics>;

const range = { actor, from: timestamp, to: timestamp, interval };

/** A point of generations. */
const generationPoint = z.object({ start, key, success: count, byErrorCode, tokens, costMicros, ...quality });
export type GenerationPoint = z.infer<typeof generationPoint>;

/** Returns what became of the workspace's generations in whole intervals; points where nothing happened are missing. */
export const listGenerationStatistics = request({
  operation: {
    id: 'GetStatistics',
    summary: 'Get statistics',
    description:
      'What became of imports and generations, and what generations used, by intervals and in total. Everything counts in the interval in which it ended, even if it was deleted later.',
    answer: 'Points for a chart, at most 400.',
  },
  subject: 'generations.person.statistics.list',
  since: '1.1.0',
  input: z.object({ ...range, by: by.optional() }),
  output: z.object({ points: z.array(generationPoint) }),
  errors: ['TooManyRequests'],
  idempotent: true,
});

/** A point of imports. */
const importPoint = z.object({ start, key, success: count, failure: count });
export type ImportPoint = z.infer<typeof importPoint>;

/** Returns what became of the items of the workspace's imports in whole intervals; points where nothing happened are missing. */
export const listImportStatistics = request({
  subject: 'catalogue.person.statistics.list',
  since: '1.1.0',
  input: z.object({ ...range, byErrorCode: z.boolean() }),
  output: z.object({ points: z.array(importPoint) }),
  errors: ['TooManyRequests'],
  idempotent: true,
});
