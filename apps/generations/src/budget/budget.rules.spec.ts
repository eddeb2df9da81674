// Tests which models a budget stops, and until when.
import { budgetSpent, isPriced, monthTurns } from './budget.rules.ts';

const price = (inputMicros: number, outputMicros: number) => ({ inputMicros, outputMicros, currency: 'USD' });

it('a model is priced when it costs something', () => {
  const prices = {
    'a:in': price(1, 0),
    'a:out': price(0, 1),
    'a:free': price(0, 0),
    'offline:composer-1': price(1, 1),
  };
  const models = [...Object.keys(prices), 'a:unknown'];
  expect(models.filter((model) => isPriced(model, prices))).toEqual(['a:in', 'a:out']);
});

it.each([
  ['2026-11-30T23:59:59.001Z', 1],
  ['2026-12-01T00:00:00Z', 31 * 86_400],
])('at %s, the refusal asks to try again in the next month', (now, retryAfter) => {
  expect(budgetSpent(1, new Date(now))).toMatchObject({ code: 'QuotaExceeded', retryAfter });
});

it('a budget of 0 has no time after which to try again', () => {
  expect(budgetSpent(0, new Date())).toMatchObject({ target: 'environment.model', retryAfter: undefined });
});

it('a batch waits for the budget of the next month about the turn of a month alone', () => {
  expect(monthTurns(new Date('2026-11-30T23:46:00Z'))).toBe(true);
  expect(monthTurns(new Date('2026-12-31T23:59:59Z'))).toBe(true);
  expect(monthTurns(new Date('2026-11-30T23:44:00Z'))).toBe(false);
  expect(monthTurns(new Date('2026-12-01T00:00:59Z'))).toBe(true);
  expect(monthTurns(new Date('2026-12-01T00:01:01Z'))).toBe(false);
});
