// What an attempt costs.
import { costOf } from './usage.rules.ts';

const PRICES = { 'acme:large': { inputMicros: 2_500_000, outputMicros: 10_000_000, currency: 'EUR' } };
const USED = { inputTokens: 3, outputTokens: 1, calls: 1 };

it.each([
  ['of all tokens, rounded to a millionth', 'acme:large', USED, { costMicros: 18, currency: 'EUR' }],
  [
    'of the tokens that are known',
    'acme:large',
    { ...USED, outputTokens: null },
    { costMicros: 8, currency: 'EUR' },
  ],
  [
    'not known without tokens',
    'acme:large',
    { inputTokens: null, outputTokens: null, calls: 1 },
    { costMicros: null, currency: null },
  ],
  ['not known without a price', 'acme:free', USED, { costMicros: null, currency: null }],
  ['0 without a call', 'acme:free', { ...USED, calls: 0 }, { costMicros: 0, currency: null }],
  ['0 for the offline composer', 'offline:composer-1', USED, { costMicros: 0, currency: null }],
])('the cost is %s', (_, model, usage, cost) => {
  expect(costOf(model, usage, PRICES)).toEqual(cost);
});
