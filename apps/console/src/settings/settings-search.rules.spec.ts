// Tests what the addresses of the settings say.
import { policySearchOf } from './settings-search.rules.ts';

it.each([
  [
    { marketplace: 'DE', applicationId: 'product-title', language: 'de' },
    { marketplace: 'DE', applicationId: 'product-title', language: 'de' },
  ],
  [{ language: 'de-AT' }, { language: 'de' }],
  [{ marketplace: '', applicationId: '', language: '' }, {}],
  [{ language: 'German' }, {}],
  [{ language: 7 }, {}],
])('policies at %j are those at %j', (given, search) => expect(policySearchOf(given)).toEqual(search));
