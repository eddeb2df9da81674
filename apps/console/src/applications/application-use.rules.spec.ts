import { addUse, successRate } from './application-use.rules.ts';

const point = (start: number, key: string | undefined, success: number, failed: number) => ({
  start,
  key,
  imports: { success: 0, failure: 0 },
  generations: { success, failed, byErrorCode: {} },
  tokens: { input: 0, output: 0 },
  costMicros: null,
  reviewed: { accepted: 0, edited: 0, rejected: 0 },
  editShare: null,
  findings: {},
});

it('adds the days of each application, and leaves imports out', () => {
  const uses = addUse([
    point(0, 'a', 3, 1),
    point(0, undefined, 0, 0),
    point(86_400, 'a', 5, 0),
    point(0, 'b', 0, 2),
  ]);
  expect([...uses]).toEqual([
    ['a', { success: 8, failed: 1 }],
    ['b', { success: 0, failed: 2 }],
  ]);
});

it('knows no rate of what was never used', () => {
  expect(successRate({ success: 0, failed: 0 })).toBeUndefined();
  expect(successRate({ success: 0, failed: 2 })).toBe(0);
  expect(successRate({ success: 3, failed: 1 })).toBe(0.75);
});
