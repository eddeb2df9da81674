// What the results of an experiment say, for sentences. Pure.
import {
  COMPARED_SCORES,
  type ArmResults,
  type ComparedScore,
  type Experiment,
  type ExperimentResults,
} from '#client';
import { differenceIn } from '../scores.rules.ts';

/**
 * Which of two arms is better; MIXED: better in some scores and worse in others; DISAGREED: judge and people disagree, so that nobody
 * is named.
 */
export type AnswerKind = NonNullable<ArmResults['verdict']> | 'MIXED' | 'DISAGREED';

/** A score in which an arm is better or worse than the first one, in the numbers of a sentence: none is below 0. */
export interface Difference {
  score: ComparedScore;
  isBetter: boolean;
  /** Whether the arm has more of it or less. */
  direction: 'more' | 'less';
  by: number;
  /** Its 95 % interval. */
  low: number;
  high: number;
}

/** What can be said of an arm beside the first. */
export interface Answer {
  kind: AnswerKind;
  /** Who decided, where it was not the scores. */
  by: 'people' | 'judge' | undefined;
  differences: Difference[];
  /** Products that were compared. */
  products: number;
}

export function answerOf(arm: ArmResults, agreement?: ExperimentResults['agreement']): Answer {
  const differences = differencesOf(arm);
  const by = (['people', 'judge'] as const).find((who) => {
    const { verdict = 'TOO_FEW' } = arm[who] ?? {};
    return verdict !== 'TOO_FEW';
  });
  const isMixed = ['BETTER', 'WORSE'].every((verdict) =>
    differences.some(({ isBetter }) => isBetter === (verdict === 'BETTER')),
  );
  const verdict = arm.verdict ?? 'TOO_FEW';
  const isDisagreed = verdict === 'NO_DIFFERENCE' && agreement?.disagreed === true;
  const kind = verdict === 'NO_DIFFERENCE' && isMixed && !by ? 'MIXED' : verdict;
  return {
    kind: isDisagreed ? 'DISAGREED' : kind,
    by: isDisagreed ? undefined : by,
    differences,
    products: productsOf(arm),
  };
}

/** The scores in which an arm is surely better or worse. */
function differencesOf({ scores }: ArmResults): Difference[] {
  return (Object.keys(COMPARED_SCORES) as ComparedScore[]).flatMap((score) => {
    const { difference, verdict } = scores[score] ?? {};
    if (!difference || (verdict !== 'BETTER' && verdict !== 'WORSE')) return [];
    const [mean, low, high] = [difference.mean, difference.low, difference.high].map((value) =>
      differenceIn(score, value),
    ) as [number, number, number];
    const isMore = difference.mean > 0;
    return {
      score,
      isBetter: verdict === 'BETTER',
      direction: isMore ? ('more' as const) : ('less' as const),
      by: Math.abs(mean),
      low: Math.abs(isMore ? low : high),
      high: Math.abs(isMore ? high : low),
    };
  });
}

/** Products that both arms have written for. */
function productsOf({ scores }: ArmResults): number {
  const compared = Object.values(scores).map(({ wins = 0, losses = 0, ties = 0 }) => wins + losses + ties);
  return Math.max(0, ...compared);
}

/** A score that does not reach what the experiment asks for. */
export interface Missed {
  score: ComparedScore;
  asked: number;
  /** Undefined when the arm has none. */
  mean: number | undefined;
}

/** What an arm misses of the minimum, beside what the comparison with the first arm says: one may be without the other. */
export interface ArmMinimum {
  name: string;
  missed: Missed[];
  verdict: AnswerKind;
}

/** How each arm but the first stands to the minimum. */
export function minimumsOf(
  minimum: NonNullable<Experiment['minimum']>,
  { arms, agreement }: ExperimentResults,
): ArmMinimum[] {
  return arms.slice(1).map((arm) => ({
    name: arm.name,
    verdict: answerOf(arm, agreement).kind,
    missed: (Object.entries(minimum) as [ComparedScore, number][]).flatMap(([score, asked]) => {
      const mean = arm.scores[score]?.mean;
      const isReached = mean !== undefined && (COMPARED_SCORES[score].less ? mean <= asked : mean >= asked);
      return isReached ? [] : { score, asked, mean };
    }),
  }));
}

/** Whether an arm has what was asked for, and is not worse: as `npm run experiment` passes. */
export function isUsable({ missed, verdict }: ArmMinimum): boolean {
  return missed.length === 0 && verdict !== 'WORSE';
}
