// What a judge has said of an arm, and how far people agree with it. Pure.
import { defined, type ArmResults, type ExperimentResults } from '#contracts';
import {
  compare,
  differencesOf,
  kappaOf,
  meanOf,
  type CaseValue,
  type ComparisonTerms,
} from '../comparisons/index.ts';
import type { JudgedPair } from '../judging/index.ts';
import type { JudgedOutcome } from './experiments.entity.ts';
import type { VoteRow } from './pairs.store.ts';

/** Where judge and people agree less than this, no winner is named. */
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
  const asked: JudgedQuestion[] = [];
  for (const [place, question] of questions.entries()) {
    const seed = `${terms.seed} ${place + 1}`;
    const comparisons = terms.comparisons * questions.length;
    asked.push(await questionOf(question, answersTo(place + 1, pairs), { ...terms, seed, comparisons }));
  }
  return { flips: pairs.filter(({ isFlip }) => isFlip).length, questions: asked, verdict };
}

type JudgedArm = NonNullable<ArmResults['judge']>;
type JudgedQuestion = JudgedArm['questions'][number];
/** An answer as a value of its case: 1 for yes, 0 for no. */
type AnswerValue = CaseValue & { isOfFirst: boolean };

function answersTo(question: number, pairs: readonly JudgedPair[]): AnswerValue[] {
  return pairs.flatMap(({ caseId, answers }) =>
    answers
      .filter((answer) => answer.question === question)
      .map(({ isOfFirst, yes }) => ({ caseId, isOfFirst, value: Number(yes) })),
  );
}

async function questionOf(
  question: string,
  answers: readonly AnswerValue[],
  terms: Omit<ComparisonTerms, 'isLessBetter'>,
): Promise<JudgedQuestion> {
  const ofFirst = answers.filter(({ isOfFirst }) => isOfFirst);
  const ofArm = answers.filter(({ isOfFirst }) => !isOfFirst);
  const { difference, wins, losses, ties, verdict } = await compare(differencesOf(ofFirst, ofArm), {
    ...terms,
    isLessBetter: false,
  });
  const counts = { n: ofArm.length, firstN: ofFirst.length, wins, losses, ties };
  const shares = {
    yes: shareIn(ofArm),
    firstYes: shareIn(ofFirst),
    difference: difference && exact(difference),
  };
  return { question, ...counts, ...defined(shares), verdict };
}

function shareIn(values: readonly CaseValue[]): number | undefined {
  return values.length === 0 ? undefined : rounded(meanOf(values.map(({ value }) => value)));
}

function exact({ mean, low, high }: { mean: number; low: number; high: number }) {
  return { mean: rounded(mean), low: rounded(low), high: rounded(high) };
}

/** What the judge has said, without the verdicts of one that is not calibrated. */
export function withoutVerdicts({ verdict: _own, questions, ...figures }: JudgedArm): JudgedArm {
  return { ...figures, questions: questions.map(({ verdict: _verdict, ...question }) => question) };
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
  const isMeasured = both.length >= LEAST_PAIRS && kappa !== undefined;
  return {
    n: both.length,
    ...defined({ kappa: kappa === undefined ? undefined : rounded(kappa) }),
    calibrated: isMeasured && kappa >= LEAST_KAPPA,
    disagreed: isMeasured && kappa < LEAST_KAPPA,
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
