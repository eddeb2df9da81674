// Tests the form of a policy.
import type { Policy } from '#client';
import { definitionOf, draftOf, EMPTY_DRAFT, patchOf } from './policy-draft.rules.ts';

it('reads words one a line, and places apart by commas or blanks', () => {
  const phrases = ' vegan leather \n\nvegan leather\ncheap';
  const draft = { ...EMPTY_DRAFT, phrases, marketplaces: 'de, fr  uk', languages: 'DE' };
  expect(definitionOf(draft)).toEqual({
    rule: 'BANNED_TERM',
    severity: 'hard',
    phrases: ['vegan leather', 'cheap'],
    marketplaces: ['DE', 'FR', 'UK'],
    languages: ['de'],
  });
});

it('makes a limit of figures, and nothing of an empty one', () => {
  const draft = { ...EMPTY_DRAFT, rule: 'LIMIT', most: '60', phrases: 'left over' } as const;
  const limit = { field: 'text', unit: 'characters', most: 60 };
  expect(definitionOf(draft)).toEqual({ rule: 'LIMIT', severity: 'hard', limit });
});

it('shows a policy as it was typed, and gives a place back that was taken out', () => {
  const definition = { rule: 'COMPETITOR', severity: 'warning', phrases: ['Ardenne', 'Moltane'] } as const;
  const policy: Policy = { id: 'p', builtIn: false, ...definition, phrases: [...definition.phrases] };
  const places: Partial<Policy> = { marketplaces: ['JP'], applications: ['product-title', 'bullet-points'] };
  expect(definitionOf(draftOf({ ...policy, ...places }))).toEqual({ ...definition, ...places });
  const shown = { ...policy, ...places };
  expect(patchOf(shown, definitionOf(draftOf(policy)))).toEqual({ marketplaces: null, applications: null });
});

it('changes only what a person has changed, so that what others change meanwhile stays', () => {
  const policy: Policy = {
    id: 'p',
    builtIn: false,
    rule: 'LIMIT',
    severity: 'hard',
    limit: { field: 'text', unit: 'characters', most: 60 },
    languages: ['de', 'fr'],
  };
  const draft = draftOf(policy);
  expect(patchOf(policy, definitionOf(draft))).toEqual({});
  expect(patchOf(policy, definitionOf({ ...draft, severity: 'warning' }))).toEqual({ severity: 'warning' });
  const limit = { field: 'text', unit: 'bytes', most: 60 };
  expect(patchOf(policy, definitionOf({ ...draft, unit: 'bytes' }))).toEqual({ limit });
});
