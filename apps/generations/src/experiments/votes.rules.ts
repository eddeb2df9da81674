// What the votes of people add to the results of an experiment. Pure.
import { defined, type ArmResults, type ExperimentResults } from '#contracts';
import { compare, differencesOf, type CaseValue } from '../comparisons/index.ts';
import type { VoteRow } from './pairs.store.ts';

/** The results with the votes: where these are enough, they decide. */
export async function withVotes(
  id: string,
  results: ExperimentResults,
  votes: readonly VoteRow[],
  pause: () => Promise<unknown>,
): Promise<ExperimentResults> {
  if (votes.length === 0) return results;
  const byArm = Map.groupBy(votes, ({ arm }) => arm);
  const comparisons = results.arms.length - 1;
  const arms: ArmResults[] = [];
  for (const arm of results.arms) {
    const own = byArm.get(arm.name);
    if (!own) {
      arms.push(arm);
      continue;
    }
    // Of two equal arms, one wins as often as it loses.
    const values = own.map(valueOf);
    const differences = differencesOf(
      values.map((value) => ({ ...value, value: 0 })),
      values,
    );
    const terms = { seed: `${id} ${arm.name} people`, comparisons, pause, isLessBetter: false };
    const { difference, wins, losses, ties, verdict } = await compare(differences, terms);
    const people = { n: own.length, wins, losses, ties, verdict, ...defined({ difference }) };
    arms.push({ ...arm, people, ...(verdict !== 'TOO_FEW' && { verdict }) });
  }
  return { ...results, arms };
}

/** 1 where the arm has won, -1 where the first has, 0 for a tie. */
function valueOf({ caseId, winner, firstIsA }: VoteRow): CaseValue {
  if (winner === 'tie') return { caseId, value: 0 };
  return { caseId, value: (winner === 'a') === firstIsA ? -1 : 1 };
}
