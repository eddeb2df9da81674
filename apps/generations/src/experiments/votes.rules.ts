// What the votes of people add to the results of an experiment: they decide, and they say whether the judge may. Pure.
import { defined, type ArmResults, type ExperimentResults, type Verdict } from '#contracts';
import { compare, differencesOf } from '../comparisons/index.ts';
import type { JudgedOutcome } from './experiments.entity.ts';
import { agreementOf, valueOf, withoutVerdicts } from './judge-results.rules.ts';
import type { VoteRow } from './pairs.store.ts';

/** What people and the judge have said of pairs. */
interface Said {
  votes: readonly VoteRow[];
  judged: readonly JudgedOutcome[];
}

/**
 * The results with the votes: where these are enough, they decide; else the judge does, if it agrees with people. Where it disagrees
 * with them, no winner is named.
 */
export async function withVotes(
  id: string,
  results: ExperimentResults,
  { votes, judged }: Said,
  pause: () => Promise<unknown>,
): Promise<ExperimentResults> {
  const agreement = judged.length === 0 ? undefined : agreementOf(votes, judged);
  const byArm = Map.groupBy(votes, ({ arm }) => arm);
  const comparisons = results.arms.length - 1;
  const arms: ArmResults[] = [];
  for (const { judge: all, verdict: byScores, ...arm } of results.arms) {
    const judge = all && (agreement?.calibrated ? all : withoutVerdicts(all));
    const terms = { seed: `${id} ${arm.name} people`, comparisons, pause, isLessBetter: false };
    const people = await peopleOf(byArm.get(arm.name) ?? [], terms);
    const decided = deciding([people?.verdict, judge?.verdict, byScores]);
    const verdict = agreement?.disagreed ? withoutWinner(decided) : decided;
    arms.push({ ...arm, ...defined({ judge, people, verdict }) });
  }
  return { ...results, arms, ...defined({ agreement }) };
}

/** The first verdict that rests on enough cases. */
function deciding(verdicts: readonly (Verdict | undefined)[]): Verdict | undefined {
  const given = verdicts.filter((verdict) => verdict !== undefined);
  return given.find((verdict) => verdict !== 'TOO_FEW') ?? given.at(-1);
}

/** What is left of a verdict where people and judge disagree. */
function withoutWinner(verdict: Verdict | undefined): Verdict | undefined {
  return verdict === 'BETTER' || verdict === 'WORSE' ? 'NO_DIFFERENCE' : verdict;
}

/** What the votes say of an arm; undefined without a vote. */
async function peopleOf(
  votes: readonly VoteRow[],
  terms: Parameters<typeof compare>[1],
): Promise<ArmResults['people']> {
  if (votes.length === 0) return undefined;
  const values = votes.map((vote) => ({ caseId: vote.caseId, value: valueOf(vote) }));
  // Of two equal arms, one wins as often as it loses.
  const even = values.map(({ caseId }) => ({ caseId, value: 0 }));
  const { difference, wins, losses, ties, verdict } = await compare(differencesOf(even, values), terms);
  return { n: votes.length, wins, losses, ties, verdict, ...defined({ difference }) };
}
