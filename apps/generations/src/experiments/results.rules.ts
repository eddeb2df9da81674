// What an experiment has shown: each score of each arm, beside the first arm, and the cases in which an arm is worst. Pure.
import {
  COMPARED_SCORES,
  defined,
  type ArmResults,
  type ArmScore,
  type ComparedScore,
  type Experiment,
  type ExperimentResults,
} from '#contracts';
import { compare, differencesOf, meanOf, overall, type CaseValue } from '../comparisons/index.ts';
import type { JudgedPair } from '../judging/index.ts';
import { judgedOf } from './judge-results.rules.ts';
import type { ArmGeneration } from '../scores/index.ts';

const NAMES = Object.keys(COMPARED_SCORES) as ComparedScore[];
/** Most cases that are shown of an arm, those in which it is worst. */
const WORST = 10;
/** Decimals of a mean. */
const EXACT = 1e6;

/** What an experiment has written and judged. */
interface Ran {
  generations: readonly ArmGeneration[];
  /** What the judge has said; none without one. */
  pairs: readonly JudgedPair[];
}

/** The results, without votes; the same for the same generations. `pause` lets other work of the process run in between. */
export async function resultsOf(
  { id, arms, minimum, judge }: Pick<Experiment, 'id' | 'arms' | 'minimum' | 'judge'>,
  { generations, pairs }: Ran,
  pause: () => Promise<unknown>,
): Promise<ExperimentResults> {
  const byArm = arms.map(({ name }) => generations.filter(({ arm }) => arm === name));
  const [first = [], ...others] = byArm;
  const compared = NAMES.filter((name) => COMPARED_SCORES[name].quality).map((name) =>
    others.map((other) => differencesOf(valuesOf(first, name), valuesOf(other, name)).length),
  );
  const comparisons = Math.max(1, compared.flat().filter((cases) => cases > 0).length);
  const results: ArmResults[] = [];
  for (const [place, { name }] of arms.entries()) {
    const own = byArm[place] ?? [];
    const seed = `${id} ${name}`;
    const scores = await scoresOf(own, place === 0 ? undefined : first, { seed, comparisons, pause });
    const verdicts = Object.values(scores).flatMap(({ verdict }) => verdict ?? []);
    const judged = pairs.filter(({ arm }) => arm === name);
    const terms = { seed: `${seed} judge`, comparisons: others.length, pause };
    results.push({
      name,
      scores,
      ...defined({ judge: await judgedOf(judged, judge?.questions ?? [], terms) }),
      ...defined({ costPerTextMicros: costPerText(own) }),
      ...(place > 0 && { verdict: overall(verdicts) }),
      worst: place === 0 ? [] : worstOf(first, own),
    });
  }
  // Of an arm that was stopped, the texts that are left out might not have reached it.
  const isWhole = arms.every(({ counts }, place) => byArm[place]?.length === counts.total);
  const passed = minimum && { passed: isWhole && isReached(minimum, results) };
  return { arms: results, comparisons, ...passed };
}

async function scoresOf(
  own: readonly ArmGeneration[],
  first: readonly ArmGeneration[] | undefined,
  { seed, ...terms }: { seed: string; comparisons: number; pause: () => Promise<unknown> },
): Promise<ArmResults['scores']> {
  const scores: ArmResults['scores'] = {};
  for (const name of NAMES) {
    const values = valuesOf(own, name);
    if (values.length === 0) continue;
    const score: ArmScore = { n: values.length, mean: rounded(meanOf(values.map(({ value }) => value))) };
    if (first) {
      const { less: isLessBetter, quality } = COMPARED_SCORES[name];
      const differences = differencesOf(besideOf(first, name, values), values);
      const { difference, wins, losses, ties, verdict } = await compare(differences, {
        ...terms,
        seed: `${seed} ${name}`,
        isLessBetter,
      });
      Object.assign(score, { wins, losses, ties }, quality && { verdict });
      if (difference) {
        const { mean, low, high } = difference;
        score.difference = { mean: rounded(mean), low: rounded(low), high: rounded(high) };
      }
    }
    scores[name] = score;
  }
  return scores;
}

function valuesOf(generations: readonly ArmGeneration[], name: ComparedScore): CaseValue[] {
  return generations.flatMap((one) => {
    const value = valueOf(one, name);
    return value === undefined ? [] : [{ caseId: one.caseId, value }];
  });
}

/**
 * The values of the first arm that those of another are compared with. Of `judgeWins`, the first arm has in each case what the
 * other one lacks to 1: its own score is a mean over its comparisons with all arms.
 */
function besideOf(
  first: readonly ArmGeneration[],
  name: ComparedScore,
  values: readonly CaseValue[],
): readonly CaseValue[] {
  if (name !== 'judgeWins') return valuesOf(first, name);
  return values.map(({ caseId, value }) => ({ caseId, value: 1 - value }));
}

function valueOf({ isSuccess, scores }: ArmGeneration, name: ComparedScore): number | undefined {
  return name === 'success' ? Number(isSuccess) : scores[name];
}

function costPerText(generations: readonly ArmGeneration[]): number | undefined {
  const costs = generations.flatMap(({ scores }) => scores.costMicros ?? []);
  const texts = generations.filter(({ isSuccess }) => isSuccess).length;
  return texts === 0 || costs.length < generations.length ? undefined : rounded(sum(costs) / texts);
}

/** The cases in which an arm is worst. A repeated case counts by the first generation of each arm. */
function worstOf(first: readonly ArmGeneration[], own: readonly ArmGeneration[]): ArmResults['worst'] {
  const before = new Map(first.toReversed().map((one) => [one.caseId, one]));
  const cases = new Map(own.toReversed().map((one) => [one.caseId, one]));
  return [...cases.values()]
    .flatMap((one) => {
      const base = before.get(one.caseId);
      return base ? [besides(base, one)] : [];
    })
    .filter(({ better, worse }) => worse.length > better.length)
    .sort((a, b) => b.worse.length - b.better.length - (a.worse.length - a.better.length))
    .slice(0, WORST);
}

function besides(base: ArmGeneration, one: ArmGeneration): ArmResults['worst'][number] {
  const better: ComparedScore[] = [];
  const worse: ComparedScore[] = [];
  for (const name of NAMES.filter((score) => COMPARED_SCORES[score].quality)) {
    const difference = (valueOf(one, name) ?? NaN) - (valueOf(base, name) ?? NaN);
    if (Number.isNaN(difference) || difference === 0) continue;
    (difference > 0 === COMPARED_SCORES[name].less ? worse : better).push(name);
  }
  const { caseId: productId, title, id: generationId } = one;
  return { productId, title, generationId, firstGenerationId: base.id, better, worse };
}

/** True when each arm but the first has the means that are asked for. */
function isReached(minimum: NonNullable<Experiment['minimum']>, arms: readonly ArmResults[]): boolean {
  return arms.slice(1).every(({ scores }) =>
    (Object.entries(minimum) as [ComparedScore, number][]).every(([name, value]) => {
      const mean = scores[name]?.mean;
      return mean !== undefined && (COMPARED_SCORES[name].less ? mean <= value : mean >= value);
    }),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rounded(value: number): number {
  return Math.round(value * EXACT) / EXACT;
}
