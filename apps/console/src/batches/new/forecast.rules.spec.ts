import { forecastOf } from './forecast.rules.ts';

const text = (took: number, costMicros: number | null, model = 'a:1') => ({
  environment: { model },
  usage: { inputTokens: 1, outputTokens: 1, calls: 1, costMicros },
  createdAt: 100,
  completedAt: 100 + took,
});

it('takes what the middle half of the latest texts of the model took and cost', () => {
  const texts = [text(0, 10), text(2, 20), text(4, 30), text(6, 40), text(60, 999), text(500, 5, 'b:2')];
  expect(forecastOf(texts, 'a:1', 1000)).toEqual({ costMicros: [20_000, 40_000], seconds: [40, 120] });
  // Few texts are written at once, and take as long as one.
  expect(forecastOf(texts, 'a:1', 3)).toEqual({ costMicros: [60, 120], seconds: [2, 6] });
});

it('does not know what was never told', () => {
  const free = Array.from({ length: 5 }, () => text(0, null));
  expect(forecastOf(free, 'a:1', 50)).toEqual({ seconds: [1, 1] });
  expect(forecastOf(free.slice(1), 'a:1', 50)).toEqual({});
});
