// Tests the form of a voice.
import type { Voice } from '#client';
import { definitionOf, draftOf, EMPTY_DRAFT, NO_TERM, type TermDraft } from './voice-draft.rules.ts';

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

it('sends what nobody has changed as the voice has it', () => {
  const gone = { use: 'lamp', avoid: [] };
  const sofa = { use: 'sofa', avoid: ['couch, large', 'settee'] };
  const desk = { use: 'desk', avoid: ['table'] };
  const examples = ['Made to be sat on.\nNot looked at.', ' Made of oak. '];
  const voice = { ...VOICE, rules: ['Be brief.', 'Be brief.'], terms: [gone, sofa, desk], examples };
  const shown = draftOf(voice);
  const terms = shown.terms.slice(1).with(1, { use: 'desk', avoid: 'table, bench' });
  const description = 'Warm, and calm.';
  const { rules } = voice;
  expect(definitionOf({ ...shown, description, terms }, voice)).toMatchObject({
    description,
    rules,
    terms: [sofa, { use: 'desk', avoid: ['table', 'bench'] }],
    examples,
  });
  expect(definitionOf({ ...shown, examples: 'Made of oak.' }, voice).examples).toEqual(['Made of oak.']);
});

it('a term of which one half is changed keeps the other as the voice has it', () => {
  const sofa = { use: ' sofa', avoid: ['couch, large', 'settee'] };
  const voice = { ...VOICE, terms: [sofa, { use: 'desk', avoid: ['table'] }] };
  const rows = draftOf(voice).terms;
  const saved = (row: TermDraft) =>
    definitionOf({ ...draftOf(voice), terms: rows.with(0, row) }, voice).terms?.[0];
  expect(saved({ use: 'divan', avoid: 'couch, large, settee' })).toEqual({ use: 'divan', avoid: sofa.avoid });
  expect(saved({ use: ' sofa', avoid: 'couch' })).toEqual({ use: ' sofa', avoid: ['couch'] });
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
