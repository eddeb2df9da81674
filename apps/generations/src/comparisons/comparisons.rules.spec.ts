// The mathematics of experiments, beside the numbers of scipy and scikit-learn, and on arms of which the truth is known.
import { kappaOf } from './kappa.rules.ts';
import { bootstrapInterval, chanceOf } from './resampling.rules.ts';
import { compare, differencesOf, overall, type ComparisonTerms } from './verdicts.rules.ts';

const pause = (): Promise<void> => Promise.resolve();

/*
 * The reference: scipy 1.17.1, numpy 2.4.6, scikit-learn 1.9.1:
 *   bootstrap((other, first), lambda p, q, axis: p.mean(axis=axis) - q.mean(axis=axis), paired=True, method='percentile',
 *     n_resamples=1_000_000, batch=10000, confidence_level=level, rng=np.random.default_rng(1))
 *   permutation_test((other, first), the same, permutation_type='samples', vectorized=True, n_resamples=1_000_000,
 *     batch=10000, rng=np.random.default_rng(1)).pvalue
 *   cohen_kappa_score(PEOPLE, JUDGE), cohen_kappa_score(PEOPLE[::-1], JUDGE)
 */
const SHARES = {
  first: [
    0.62, 0.71, 0.55, 0.8, 0.66, 0.74, 0.59, 0.68, 0.77, 0.63, 0.7, 0.58, 0.81, 0.65, 0.72, 0.6, 0.69, 0.75,
    0.57, 0.67,
  ],
  other: [
    0.68, 0.7, 0.63, 0.85, 0.64, 0.79, 0.66, 0.72, 0.76, 0.71, 0.73, 0.57, 0.88, 0.7, 0.71, 0.69, 0.74, 0.8,
    0.55, 0.75,
  ],
};
const COUNTS = {
  first: [1, 0, 2, 0, 0, 5, 1, 0, 0, 3, 0, 1, 0, 0, 8, 0, 2, 0, 0, 1, 0, 4, 0, 0],
  other: [0, 0, 1, 0, 0, 2, 1, 0, 1, 1, 0, 0, 0, 0, 3, 0, 1, 0, 0, 1, 0, 1, 0, 0],
};
const PEOPLE = 'a a b tie b a b b tie a a b a tie a b a b a tie'.split(' ');
const JUDGE = 'a a b b b a a b tie a tie b a tie b b b a a a'.split(' ');

type Values = readonly number[];
const casesOf = (values: Values) => values.map((value, i) => ({ caseId: `case ${i}`, value }));
const between = (first: Values, other: Values): number[] => differencesOf(casesOf(first), casesOf(other));

describe('the paired bootstrap', () => {
  it.each([
    { of: SHARES, level: 0.95, low: 0.022, high: 0.0545, within: 0.0012 },
    { of: SHARES, level: 0.99, low: 0.0165, high: 0.059, within: 0.002 },
    { of: COUNTS, level: 0.95, low: -1.25, high: -0.2083, within: 0.05 },
    { of: COUNTS, level: 0.99, low: -1.4583, high: -0.0833, within: 0.09 },
  ])('gives the interval of scipy, at $level: $low to $high', async ({ of, level, low, high, within }) => {
    const interval = await bootstrapInterval(between(of.first, of.other), level, { seed: 'any', pause });
    expect(Math.abs(interval.low - low)).toBeLessThan(within);
    expect(Math.abs(interval.high - high)).toBeLessThan(within);
  });

  it('gives the same again for a seed, and nearly the same for another', async () => {
    const of = (seed: string) => bootstrapInterval([1, 2, 4, 8], 0.95, { seed, pause });
    expect(await of('one')).toEqual(await of('one'));
    expect((await of('one')).low).toBeCloseTo((await of('other')).low, 0);
  });
});

describe('the permutation test', () => {
  it.each([
    { of: SHARES, chance: 0.00057 },
    { of: COUNTS, chance: 0.0233 },
  ])('gives the p-value of scipy: $chance', async ({ of, chance }) => {
    const found = await chanceOf(between(of.first, of.other), { seed: 'any', pause });
    expect(Math.abs(found - chance)).toBeLessThan(0.002);
  });

  it('is exact for few cases: ten that all differ in one direction have two ways of 1,024, whatever the seed', async () => {
    const differences = [0.8, 0.7, 0.9, 0.7, 0.8, 0.7, 0.6, 0.9, 0.8, 0.7];
    const chances = await Promise.all(
      Array.from({ length: 20 }, (_, n) => chanceOf(differences, { seed: `experiment ${n}`, pause })),
    );
    expect(new Set(chances)).toEqual(new Set([2 / 1024]));
    expect(await chanceOf([0, 0, 0], { seed: 'any', pause })).toBe(1);
  });
});

describe('differences', () => {
  it('are those of cases that both arms have, with the mean of repeats', () => {
    const first = [...casesOf([1, 2, 3]), { caseId: 'case 0', value: 3 }];
    const other = [...casesOf([5, 5]), { caseId: 'case 9', value: 7 }];
    expect(differencesOf(first, other)).toEqual([3, 3]);
  });
});

describe('kappa', () => {
  const kappa = (one: readonly string[]): number | undefined =>
    kappaOf(JUDGE.map((other, i) => ({ one: one[i]!, other })));

  it('is that of scikit-learn', () => {
    expect(kappa(PEOPLE)).toBeCloseTo(0.4422310756972112, 12);
    expect(kappa(PEOPLE.toReversed())).toBeCloseTo(0.043824701195219196, 12);
    expect(kappa(JUDGE)).toBe(1);
  });

  it('is unknown where all say the same, and without a case', () => {
    expect(kappaOf([{ one: 'a', other: 'a' }])).toBeUndefined();
    expect(kappaOf([])).toBeUndefined();
  });
});

/** Numbers of a generator that is none of ours: the middle of squares of a Weyl sequence. */
function drawing(seed: number): () => number {
  let weyl = BigInt(seed) * 0xb5ad4eceda1ce2a9n;
  let square = 0n;
  const mask = (1n << 64n) - 1n;
  return () => {
    weyl = (weyl + 0xb5ad4eceda1ce2a9n) & mask;
    square = (square * square + weyl) & mask;
    square = ((square >> 32n) | (square << 32n)) & mask;
    return Number(square >> 32n) / 2 ** 32;
  };
}

describe('a verdict', () => {
  const terms: ComparisonTerms = { seed: 'experiment', isLessBetter: false, comparisons: 1, pause };

  it('counts the same repeats in another order as a tie', async () => {
    const repeated = (values: Values) =>
      Array.from({ length: 20 }, (_, nth) =>
        values.map((value) => ({ caseId: `case ${nth}`, value })),
      ).flat();
    const differences = differencesOf(repeated([0.3, 0.2, 0.1]), repeated([0.1, 0.2, 0.3]));
    expect(await compare(differences, terms)).toMatchObject({
      wins: 0,
      losses: 0,
      ties: 20,
      verdict: 'NO_DIFFERENCE',
    });
  });

  it.each([
    { what: 'shares of 20 cases', cases: 20, comparisons: 3, draw: (next: () => number) => next() - next() },
    {
      what: 'yes or no in 40 cases',
      cases: 40,
      comparisons: 1,
      draw: (next: () => number) => vote(next, 0.3),
    },
    { what: 'votes in 60 cases', cases: 60, comparisons: 1, draw: (next: () => number) => vote(next, 0.45) },
  ])(
    'names at most 5 winners in 100 experiments with equal arms: $what',
    async ({ cases, comparisons, draw }) => {
      let winners = 0;
      for (let experiment = 0; experiment < 100; experiment += 1) {
        const next = drawing(experiment + 1);
        const verdicts: string[] = [];
        for (let score = 0; score < comparisons; score += 1) {
          const differences = Array.from({ length: cases }, () => draw(next));
          const { verdict } = await compare(differences, {
            ...terms,
            seed: `${experiment} ${score}`,
            comparisons,
          });
          verdicts.push(verdict);
        }
        if (verdicts.some((verdict) => verdict !== 'NO_DIFFERENCE')) winners += 1;
      }
      expect(winners).toBeLessThanOrEqual(5);
    },
  );

  it('finds the better arm, and the worse one, also where less is better', async () => {
    const differences = between(SHARES.first, SHARES.other);
    expect(await compare(differences, terms)).toMatchObject({
      verdict: 'BETTER',
      wins: 14,
      losses: 6,
      ties: 0,
    });
    const less = await compare(differences, { ...terms, isLessBetter: true });
    expect(less).toMatchObject({ verdict: 'WORSE', wins: 6, losses: 14 });
    expect(less.difference?.mean).toBeCloseTo(0.0385, 12);
  });

  it('needs more certainty where more is compared', async () => {
    const differences = between(SHARES.first, SHARES.other);
    expect(await compare(differences, { ...terms, comparisons: 6 })).toMatchObject({ verdict: 'BETTER' });
    expect(await compare(differences, { ...terms, comparisons: 150 })).toMatchObject({
      verdict: 'NO_DIFFERENCE',
    });
  });

  it('is none where no arm could be named, or where few cases differ', async () => {
    const ones = (count: number) => Array<number>(count).fill(1);
    expect(await compare([], terms)).toEqual({ cases: 0, wins: 0, losses: 0, ties: 0, verdict: 'TOO_FEW' });
    expect(await compare(ones(6), terms)).toMatchObject({ verdict: 'TOO_FEW', wins: 6 });
    expect(await compare(ones(7), terms)).toMatchObject({ verdict: 'BETTER' });
    expect(await compare(ones(7), { ...terms, comparisons: 2 })).toMatchObject({ verdict: 'TOO_FEW' });
    const five = [...ones(5), ...Array<number>(10).fill(0)];
    expect(await compare(five, terms)).toMatchObject({ verdict: 'NO_DIFFERENCE' });
  });

  it('of several scores weighs none against another', () => {
    expect(overall(['NO_DIFFERENCE', 'BETTER', 'TOO_FEW'])).toBe('BETTER');
    expect(overall(['WORSE', 'NO_DIFFERENCE'])).toBe('WORSE');
    expect(overall(['WORSE', 'BETTER'])).toBe('NO_DIFFERENCE');
    expect(overall(['TOO_FEW'])).toBe('TOO_FEW');
    expect(overall([])).toBe('TOO_FEW');
  });
});

/** Who wins a case, by a share of wins for each of two equal arms. */
function vote(next: () => number, share: number): number {
  const drawn = next();
  if (drawn < share) return 1;
  return drawn < 2 * share ? -1 : 0;
}
