// Tests the form of a voice.
import type { Voice } from '#client';
import { definitionOf, draftOf, EMPTY_DRAFT, NO_TERM } from './voice-draft.rules.ts';

const VOICE: Voice = {
  id: 'v',
  name: 'Fenwick',
  description: 'Warm.',
  rules: ['Short sentences.', 'No exclamation marks.'],
  terms: [{ use: 'sofa', avoid: ['couch', 'settee'] }],
  examples: ['Made to be sat on.'],
  isDefault: true,
  version: 3,
  createdAt: 0,
  updatedAt: 0,
};

it('shows a voice as it was typed, with room for another term', () => {
  const { id: _id, version: _version, createdAt: _made, updatedAt: _changed, ...definition } = VOICE;
  expect(draftOf(VOICE).terms).toEqual([{ use: 'sofa', avoid: 'couch, settee' }, NO_TERM]);
  expect(definitionOf(draftOf(VOICE))).toEqual(definition);
});

it('reads one entry a line, avoided words apart by commas, and leaves out what is empty', () => {
  const terms = [{ use: ' sofa ', avoid: 'couch，settee, couch' }, NO_TERM, { use: 'desk', avoid: '' }];
  const draft = { ...EMPTY_DRAFT, name: ' Fenwick ', rules: 'One.\n\n One. \nTwo.', terms };
  expect(definitionOf(draft)).toEqual({
    name: 'Fenwick',
    rules: ['One.', 'Two.'],
    terms: [
      { use: 'sofa', avoid: ['couch', 'settee'] },
      { use: 'desk', avoid: [] }, // the API tells what is missing
    ],
    examples: [],
    isDefault: false,
  });
});
