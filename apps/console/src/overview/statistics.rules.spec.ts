// Tests what the overview makes of the points of the statistics.
import type { StatisticsPoint } from '#client';
import { DAY } from '../reference/period.rules.ts';
import {
  costOf,
  findingsOf,
  outcomesByValue,
  outcomesOf,
  rangesOf,
  reasonsOf,
  successOf,
  usageOf,
} from './statistics.rules.ts';

const TODAY = 20_000 * DAY;

/** A point of a day counted from today, of a key. */
function point(day: number, key: string | undefined, more: Partial<StatisticsPoint> = {}): StatisticsPoint {
  return {
    start: TODAY + day * DAY,
    key,
    imports: { success: 0, failure: 0 },
    generations: { success: 0, failed: 0, byErrorCode: {} },
    tokens: { input: 0, output: 0 },
    costMicros: 0,
    reviewed: { accepted: 0, edited: 0, rejected: 0 },
    editShare: null,
    findings: {},
    ...more,
  };
}
const written = (success: number, byErrorCode: Record<string, number> = {}) => ({
  generations: {
    success,
    failed: Object.values(byErrorCode).reduce((sum, count) => sum + count, 0),
    byErrorCode,
  },
});
const used = (input: number, costMicros: number | null) => ({ tokens: { input, output: 1 }, costMicros });

describe('the ranges', () => {
  it.each([
    [7, [[-6, 1]]],
    [30, [[-29, 1]]],
    [
      90,
      [
        [-29, 1],
        [-59, -29],
        [-89, -59],
      ],
    ],
  ])('of %j days end with today and have thirty days at most', (days, expected) => {
    const found = rangesOf(days, TODAY + 5000).map(({ from, to }) => [
      (from - TODAY) / DAY,
      (to - TODAY) / DAY,
    ]);
    expect(found).toEqual(expected);
  });
});

const ranges = [{ from: TODAY - DAY, to: TODAY + DAY }];

it('adds up what is told apart by error codes, and has every day', () => {
  const points = [
    point(0, undefined, { imports: { success: 5, failure: 0 }, ...written(3) }),
    point(0, 'NotFound', { imports: { success: 0, failure: 2 } }),
    point(0, 'ModelTimeout', written(0, { ModelTimeout: 1 })),
  ];
  expect(outcomesOf(ranges, points)).toEqual([
    { start: TODAY - DAY, imports: { success: 0, failure: 0 }, generations: { success: 0, failed: 0 } },
    { start: TODAY, imports: { success: 5, failure: 2 }, generations: { success: 3, failed: 1 } },
  ]);
});

it('counts the reasons of failures, most first, and what was cancelled as none', () => {
  const failed = (day: number, key: string, failure: number): StatisticsPoint =>
    point(day, key, { imports: { success: 0, failure } });
  const points = [
    failed(0, 'NotFound', 1),
    failed(0, 'Cancelled', 9),
    failed(-1, 'NotFound', 1),
    failed(0, 'InvalidAsin', 5),
  ];
  expect(reasonsOf('imports', points)).toEqual([
    { code: 'InvalidAsin', count: 5 },
    { code: 'NotFound', count: 2 },
  ]);
  const timedOut = point(0, 'ModelTimeout', written(0, { ModelTimeout: 4 }));
  expect(reasonsOf('generations', [...points, timedOut])).toEqual([{ code: 'ModelTimeout', count: 4 }]);
  expect(successOf([point(0, 'a', written(3, { ModelTimeout: 1, Cancelled: 7 }))])).toBe(0.75);
  expect(successOf([point(0, 'a', written(0, { Cancelled: 7 }))])).toBeUndefined();
});

it('tells what became of the generations of each value, the most first', () => {
  const points = [
    point(0, 'v1', { ...used(9, 5), ...written(1, { ModelTimeout: 1 }) }),
    point(-1, 'v1', {
      ...used(9, null),
      ...written(2),
      reviewed: { accepted: 2, edited: 1, rejected: 0 },
      editShare: 0.25,
      findings: { PRICE: 1, PROMOTION: 3 },
    }),
    point(0, 'v2', written(9)),
    point(0, undefined, { imports: { success: 1, failure: 0 } }),
  ];
  const none = { accepted: 0, edited: 0, rejected: 0 };
  expect(outcomesByValue(points)).toEqual([
    { key: 'v2', success: 9, failed: 0, share: 1, reviewed: none, editShare: undefined, tokens: 0, cost: 0 },
    {
      key: 'v1',
      success: 3,
      failed: 1,
      share: 0.75,
      reviewed: { accepted: 2, edited: 1, rejected: 0 },
      editShare: 0.25,
      tokens: 20,
      cost: 5,
    },
  ]);
  expect(findingsOf(points)).toEqual([
    { rule: 'PROMOTION', count: 3 },
    { rule: 'PRICE', count: 1 },
  ]);
});

describe('what was used', () => {
  it('has the most used first, the rest together, and nothing of what used nothing', () => {
    const points = [
      point(-1, 'small', used(9, 1)),
      point(0, 'large', used(99, 10)),
      point(0, 'tiny', used(1, 2)),
      point(0, undefined, { imports: { success: 1, failure: 0 } }),
      point(0, 'offline', written(1)),
    ];
    expect(usageOf('tokens', ranges, points, 2)).toEqual({
      series: [
        { key: 'large', total: 100 },
        { key: 'small', total: 10 },
        { key: null, total: 2 },
      ],
      days: [
        { start: TODAY - DAY, values: [0, 10, 0] },
        { start: TODAY, values: [100, 0, 2] },
      ],
    });
  });

  it('says what is not known, and adds up what is', () => {
    const points = [
      point(-1, 'a', { ...used(1, null), ...written(2, { ModelTimeout: 1 }) }),
      point(0, 'a', { ...used(1, 7), ...written(1) }),
      point(0, 'b', { ...used(1, null), ...written(9) }),
    ];
    expect(usageOf('cost', ranges, points)).toEqual({
      series: [
        { key: 'a', total: 7 },
        { key: 'b', total: null },
      ],
      days: [
        { start: TODAY - DAY, values: [null, 0] },
        { start: TODAY, values: [7, null] },
      ],
    });
    expect(costOf(points)).toEqual({ micros: 7, unknown: 12 });
    expect(costOf([point(0, undefined), point(0, 'b', used(1, null))])).toEqual({ micros: null, unknown: 0 });
    expect(costOf([])).toEqual({ micros: 0, unknown: 0 });
  });
});
