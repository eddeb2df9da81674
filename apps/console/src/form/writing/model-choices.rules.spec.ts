// Tests how models are offered.
import { modelChoices } from './model-choices.rules.ts';

const SIMULATED = { id: 'sandbox:echo', kind: 'simulated' } as const;
const REMOTE = { id: 'acme:large', kind: 'model' } as const;
const COMPOSER = { id: 'offline:composer', kind: 'composer' } as const;

it('offers simulated models behind the others, under a head', () =>
  expect(modelChoices([SIMULATED, REMOTE, COMPOSER], 'Simulated')).toEqual([
    'acme:large',
    'offline:composer',
    { group: 'Simulated', items: ['sandbox:echo'] },
  ]));

it('has no head where there is nothing to tell apart', () => {
  expect(modelChoices([SIMULATED], 'Simulated')).toEqual(['sandbox:echo']);
  expect(modelChoices([REMOTE, { id: 'older' }], 'Simulated')).toEqual(['acme:large', 'older']);
  expect(modelChoices([], 'Simulated')).toEqual([]);
});
