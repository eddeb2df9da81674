import { differenceIn, productsNeeded, QUALITY, shownDifference, shownScore } from './scores.rules.ts';

const english = { language: 'en', currency: undefined };

it('shows each score in its unit', () => {
  expect(shownScore('factsCovered', 0.8234, english)).toBe('82.3%');
  expect(shownScore('warnings', 0.4, english)).toBe('0.4');
  expect(shownScore('latencyMs', 1234, english)).toBe('1.23 s');
  expect(shownScore('costMicros', 1700, english)).toBe('$0.0017');
});

it('tells differences of shares in points', () => {
  expect(differenceIn('factsCovered', -0.1234)).toBe(-12.3);
  expect(differenceIn('hardFirst', 0.333)).toBe(0.33);
});

it('shows differences with their sign, and those of costs as money', () => {
  expect(shownDifference('factsCovered', 0.12, english)).toBe('+12');
  expect(shownDifference('costMicros', -1700, english)).toBe('−$0.0017');
  expect(shownDifference('success', 0, english)).toBe('0');
});

describe('the products that an experiment needs', () => {
  it('are as many as the API needs to name an arm that wins them all', () => {
    expect(2 ** (1 - productsNeeded(1))).toBeLessThanOrEqual(0.02);
    expect(2 ** (1 - (productsNeeded(1) - 1))).toBeGreaterThan(0.02);
  });

  it('are more where more is compared', () => {
    expect([1, 2, 3].map((others) => productsNeeded(QUALITY.length * others))).toEqual([10, 11, 12]);
  });
});
