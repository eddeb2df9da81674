// How many generations of a batch may begin before its money is spent.
import { affordable } from './batches.rules.ts';

const counts = { running: 0, success: 0, failed: 0 };

it.each([
  [4, 'before any has told its cost', { ...counts, costMicros: 0 }],
  [1, 'while others run that have not told it', { ...counts, running: 3, costMicros: 0 }],
  [10, 'by the average of those that have ended', { ...counts, success: 3, failed: 1, costMicros: 400 }],
  [4, 'beside those that run', { ...counts, running: 6, success: 4, costMicros: 400 }],
  [1, 'when less is left than one costs', { ...counts, success: 1, costMicros: 5000 }],
  [0, 'when less is left than those cost that run', { ...counts, running: 1, success: 1, costMicros: 5000 }],
])('%d more may begin %s', (expected, _, batch) => {
  expect(affordable({ ...batch, leftMicros: 1000 })).toBe(expected);
});
