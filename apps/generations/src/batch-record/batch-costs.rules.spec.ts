// How many generations of a batch may begin before its money is spent.
import { affordable } from './batch-costs.rules.ts';

const none = {
  costMicros: 0,
  success: 0,
  failed: 0,
  sharedRunning: 0,
  runningMicros: 0,
  untoldRunning: 0,
};
const running = (count: number, micros = 0) => ({ sharedRunning: count, runningMicros: micros });

it.each([
  [4, 'before any has told its cost', {}],
  [1, 'while others run that have not told it', { ...running(3), untoldRunning: 3 }],
  [10, 'by the average of those that have ended', { success: 3, failed: 1, costMicros: 400 }],
  [4, 'beside those that run', { ...running(6, 600), success: 4, costMicros: 400 }],
  [1, 'when less is left than one costs', { success: 1, costMicros: 5000 }],
  [0, 'when less is left than those cost that run', { ...running(1, 5000), success: 1, costMicros: 1000 }],
  [0, 'when nothing is left', { leftMicros: 0 }],
  [Infinity, 'where nothing limits the cost', { leftMicros: Infinity, success: 1, costMicros: 1000 }],
  [2, 'beside dearer ones that run', { ...running(2, 800), success: 10, costMicros: 1000 }],
])('%d more may begin %s', (expected, _, batch) => {
  expect(affordable({ leftMicros: 1000, ...none, ...batch })).toBe(expected);
});
