// Compares two arms of an experiment case by case, and says which is better, if any can be named. Pure.
import { bootstrapInterval, chanceOf, type Chance, type Interval } from './resampling.rules.ts';

/** Which of two arms is better; TOO_FEW cases say nothing. */
export type Verdict = 'BETTER' | 'WORSE' | 'NO_DIFFERENCE' | 'TOO_FEW';

/** Share of the resampled means that lie in the interval of a difference. */
const LEVEL = 0.95;
/**
 * Largest probability that an experiment with equal arms names a winner. With it, more than 5 of 100 such experiments name one
 * with a probability of only 1.5 %.
 */
const FALSE_WINNERS = 0.02;
/** Differences are whole numbers of one in this many. */
const EXACT = 1e9;

/** A value of one case; a repeated case has several. */
export interface CaseValue {
  caseId: string;
  value: number;
}

/** How an arm differs from the first one. */
export interface Comparison {
  /** Cases that both arms have. */
  cases: number;
  /** Mean of the arm less that of the first, and its 95 % interval; absent without a case. */
  difference?: { mean: number } & Interval;
  /** Cases in which the arm is the better one, the first is, and neither. */
  wins: number;
  losses: number;
  ties: number;
  verdict: Verdict;
}

/** How a comparison is made. */
export interface ComparisonTerms extends Chance {
  /** True for what is better the less of it there is. */
  isLessBetter: boolean;
  /**
   * Number of comparisons that a winner of the experiment may come from. Each must be surer by this factor (Bonferroni), so
   * that the probability of a false winner holds for all of them together.
   */
  comparisons: number;
}

/**
 * The differences of an arm from the first one, for the cases that both have. A repeated case counts by the mean of its
 * repeats.
 */
export function differencesOf(first: readonly CaseValue[], other: readonly CaseValue[]): number[] {
  const before = meansOf(first);
  return [...meansOf(other)].flatMap(([caseId, value]) => {
    const base = before.get(caseId);
    return base === undefined ? [] : [exact(value - base)];
  });
}

/** Without what adding up in another order leaves, which would be a win: 0.1 + 0.5 is not 0.2 + 0.4. */
function exact(difference: number): number {
  return Math.round(difference * EXACT) / EXACT;
}

function meansOf(values: readonly CaseValue[]): Map<string, number> {
  const cases = Map.groupBy(values, ({ caseId }) => caseId);
  return new Map([...cases].map(([caseId, repeats]) => [caseId, meanOf(repeats.map(({ value }) => value))]));
}

/** The mean of at least one value. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Compares by the differences of the cases. */
export async function compare(differences: readonly number[], terms: ComparisonTerms): Promise<Comparison> {
  const { isLessBetter, comparisons } = terms;
  const more = differences.filter((difference) => difference > 0).length;
  const less = differences.filter((difference) => difference < 0).length;
  const wins = isLessBetter ? less : more;
  const losses = isLessBetter ? more : less;
  const cases = differences.length;
  const counts = { cases, wins, losses, ties: cases - more - less };
  if (cases === 0) return { ...counts, verdict: 'TOO_FEW' };
  const mean = meanOf(differences);
  const interval = await bootstrapInterval(differences, LEVEL, terms);
  const most = FALSE_WINNERS / comparisons;
  const isSure = !isWithin(interval, 0) && (await chanceOf(differences, terms)) <= most;
  const direction = mean > 0 === isLessBetter ? 'WORSE' : 'BETTER';
  const difference = { mean, ...interval };
  // With so few cases, not even an arm that has won all of them would be named.
  if (2 ** (1 - cases) > most) return { ...counts, difference, verdict: 'TOO_FEW' };
  return { ...counts, difference, verdict: isSure ? direction : 'NO_DIFFERENCE' };
}

function isWithin({ low, high }: Interval, value: number): boolean {
  return low <= value && value <= high;
}

/**
 * What several comparisons of an arm say together. It is better when it is in something and worse in nothing; where it is
 * better in one thing and worse in another, a person has to weigh them.
 */
export function overall(verdicts: readonly Verdict[]): Verdict {
  const known = verdicts.filter((verdict) => verdict !== 'TOO_FEW');
  if (known.length === 0) return 'TOO_FEW';
  const isBetter = known.includes('BETTER');
  const isWorse = known.includes('WORSE');
  if (isBetter === isWorse) return 'NO_DIFFERENCE';
  return isBetter ? 'BETTER' : 'WORSE';
}
