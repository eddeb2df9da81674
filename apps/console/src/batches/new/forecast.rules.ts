// Foretells what a batch will cost and how long it will take, from the latest texts of the same kind. Pure.
import type { GenerationSummary } from '#client';
import { present } from '../../api/present.rules.ts';

/** Fewer texts than this tell nothing. */
const ENOUGH = 5;
/** Generations of a batch that run at once: half of the quota of a workspace. */
const AT_ONCE = 50;

/** The likely range, which is that of the middle half of the texts. */
export type Range = readonly [low: number, high: number];

/** What is unknown is absent. */
export interface Forecast {
  /** In millionths of the currency. */
  costMicros?: Range;
  seconds?: Range;
}

/** The forecast for `count` texts of a model. */
export function forecastOf(
  latest: readonly Pick<GenerationSummary, 'environment' | 'usage' | 'createdAt' | 'completedAt'>[],
  model: string | undefined,
  count: number,
): Forecast {
  const alike = latest.filter(({ environment }) => environment.model === model);
  const cost = middleOf(alike.map(({ usage }) => usage?.costMicros));
  // Times are whole seconds: 0 means less than one.
  const took = middleOf(
    alike.map(({ createdAt, completedAt }) => completedAt && Math.max(1, completedAt - createdAt)),
  );
  const rounds = Math.max(1, count / AT_ONCE);
  return present({ costMicros: cost && times(cost, count), seconds: took && times(took, rounds) });
}

function times([low, high]: Range, factor: number): Range {
  return [low * factor, high * factor];
}

function middleOf(values: readonly (number | null | undefined)[]): Range | undefined {
  const sorted = values.filter((value) => value !== null && value !== undefined).sort((a, b) => a - b);
  if (sorted.length < ENOUGH) return undefined;
  const last = sorted.length - 1;
  return [sorted[Math.floor(last / 4)] ?? 0, sorted[Math.ceil((last * 3) / 4)] ?? 0];
}
