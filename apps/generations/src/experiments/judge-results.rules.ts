// What a judge has said of an arm, and how far people agree with it. Pure.
import { defined, type ArmResults, type ExperimentResults } from '#contracts';
import { compare, kappaOf, type ComparisonTerms } from '../comparisons/index.ts';
import { shareOfYes, type JudgedPair } from '../judging/index.ts';
import type { JudgedOutcome } from './experiments.entity.ts';
import type { VoteRow } from './pairs.store.ts';

/** A judge that agrees less with people than this names no winner. */
const LEAST_KAPPA = 0.4;
/** Fewest pairs that the judge and people must both have judged: the kappa of fewer is chance. */
const LEAST_PAIRS = 10;
/** Decimals of a share, and of a kappa. */
const EXACT = 1e6;

/**
 * What the judge has said of an arm; undefined where it has judged nothing. Its verdict counts only once the judge is
 * calibrated.
 */
export async function judgedOf(
  pairs: readonly JudgedPair[],
  questions: readonly string[],
  terms: Omit<ComparisonTerms, 'isLessBetter'>,
): Promise<ArmResults['judge']> {
  if (pairs.length === 0) return undefined;
  const outcomes = pairs.map(({ outcome }) => outcome);
  const { verdict } = await compare(outcomes, { ...terms, isLessBetter: false });
  const answers = pairs.flatMap((pair) => pair.answers);
  return {
    flips: pairs.filter(({ isFlip }) => isFlip).length,
    questions: questions.map((question, place) => {
      const own = answers.filter((answer) => answer.question === place + 1);
      const ofFirst = own.filter(({ isOfFirst }) => isOfFirst);
      const ofArm = own.filter(({ isOfFirst }) => !isOfFirst);
      const counts = { n: ofArm.length, firstN: ofFirst.length };
      return { question, ...counts, ...defined({ yes: shareIn(ofArm), firstYes: shareIn(ofFirst) }) };
    }),
    verdict,
  };
}

function shareIn(answers: readonly { yes: boolean }[]): number | undefined {
  return answers.length === 0 ? undefined : rounded(shareOfYes(answers));
}

/**
 * How far the judge and people agree about the pairs that both have judged; several votes on a pair count as their majority.
 */
export function agreementOf(
  votes: readonly VoteRow[],
  judged: readonly JudgedOutcome[],
): NonNullable<ExperimentResults['agreement']> {
  const byPair = Map.groupBy(votes, keyOf);
  const both = judged.flatMap((pair) => {
    const own = byPair.get(keyOf(pair));
    if (!own) return [];
    const people = own.reduce((sum, vote) => sum + valueOf(vote), 0);
    return [{ one: String(Math.sign(people)), other: String(pair.outcome) }];
  });
  const kappa = kappaOf(both);
  const calibrated = both.length >= LEAST_PAIRS && (kappa ?? 0) >= LEAST_KAPPA;
  return {
    n: both.length,
    ...defined({ kappa: kappa === undefined ? undefined : rounded(kappa) }),
    calibrated,
  };
}

function keyOf({ arm, caseId }: Pick<VoteRow, 'arm' | 'caseId'>): string {
  return `${caseId} ${arm}`;
}

/** 1 where the arm has won, -1 where the first has, 0 for a tie. */
export function valueOf({ winner, firstIsA }: Pick<VoteRow, 'winner' | 'firstIsA'>): number {
  if (winner === 'tie') return 0;
  return (winner === 'a') === firstIsA ? -1 : 1;
}

function rounded(value: number): number {
  return Math.round(value * EXACT) / EXACT;
}
