import type { ArmResults } from '#client';
import { answerOf, isUsable, minimumsOf } from './results.rules.ts';

const counts = { n: 20, wins: 12, losses: 4, ties: 4 };
const better = {
  ...counts,
  mean: 0.8,
  difference: { mean: 0.12, low: 0.08, high: 0.16 },
  verdict: 'BETTER',
} as const;
const fewer = {
  ...counts,
  mean: 0.2,
  difference: { mean: -0.3, low: -0.5, high: -0.1 },
  verdict: 'BETTER',
} as const;
const worse = {
  ...counts,
  mean: 0.5,
  difference: { mean: -0.1, low: -0.2, high: -0.05 },
  verdict: 'WORSE',
} as const;

const arm = (more: Partial<ArmResults>): ArmResults => ({ name: 'B', scores: {}, worst: [], ...more });

describe('the answer of an experiment', () => {
  it('tells by how much an arm is better, in points of shares and without signs', () => {
    const scores = { factsCovered: better, warnings: fewer };
    expect(answerOf(arm({ scores, verdict: 'BETTER' }))).toEqual({
      kind: 'BETTER',
      by: undefined,
      products: 20,
      differences: [
        { score: 'warnings', isBetter: true, direction: 'less', by: 0.3, low: 0.1, high: 0.5 },
        { score: 'factsCovered', isBetter: true, direction: 'more', by: 12, low: 8, high: 16 },
      ],
    });
  });

  it('says when an arm is better in one thing and worse in another, unless people decided', () => {
    const mixed = arm({ scores: { factsCovered: better, languageShare: worse }, verdict: 'NO_DIFFERENCE' });
    expect(answerOf(mixed).kind).toBe('MIXED');
    const people = { ...counts, verdict: 'NO_DIFFERENCE' } as const;
    const judge = { flips: 0, questions: [], verdict: 'NO_DIFFERENCE' } as const;
    expect(answerOf({ ...mixed, judge: { ...judge, questions: [] } }).by).toBe('judge');
    expect(answerOf({ ...mixed, people })).toMatchObject({ kind: 'NO_DIFFERENCE', by: 'people' });
  });

  it('says that judge and people disagree where they name nobody for it', () => {
    const disagreed = { n: 12, kappa: 0.1, calibrated: false, disagreed: true };
    const people = { ...counts, verdict: 'BETTER' } as const;
    const unnamed = arm({ people, verdict: 'NO_DIFFERENCE' });
    expect(answerOf(unnamed, disagreed)).toMatchObject({ kind: 'DISAGREED', by: undefined });
    expect(answerOf(arm({ people, verdict: 'TOO_FEW' }), disagreed)).toMatchObject({ kind: 'TOO_FEW' });
  });

  it('is too few without a product', () => {
    expect(answerOf(arm({}))).toEqual({ kind: 'TOO_FEW', by: undefined, differences: [], products: 0 });
  });
});

it('tells what misses the minimum, too little, too much of what should be less, or nothing, and beside it which arm is better', () => {
  const minimum = { factsCovered: 0.9, warnings: 0.1, success: 0.5, languageShare: 0.4 };
  const scores = { factsCovered: better, warnings: fewer, languageShare: worse };
  const arms = [arm({ name: 'A' }), arm({ scores, verdict: 'BETTER' })];
  expect(minimumsOf(minimum, { arms, comparisons: 7 })).toEqual([
    {
      name: 'B',
      verdict: 'BETTER',
      missed: [
        { score: 'factsCovered', asked: 0.9, mean: 0.8 },
        { score: 'warnings', asked: 0.1, mean: 0.2 },
        { score: 'success', asked: 0.5, mean: undefined },
      ],
    },
  ]);
});

it('calls no arm usable that is worse, whatever it reaches', () => {
  const reached = (verdict: ArmResults['verdict']) =>
    minimumsOf(
      { factsCovered: 0.7 },
      {
        arms: [arm({}), arm({ scores: { factsCovered: better }, ...(verdict && { verdict }) })],
        comparisons: 1,
      },
    );
  expect(reached('WORSE').map(isUsable)).toEqual([false]);
  expect(reached('NO_DIFFERENCE').map(isUsable)).toEqual([true]);
});
