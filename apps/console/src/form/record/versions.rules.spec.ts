import { changedTexts, fieldDifferences, settled } from './versions.rules.ts';

const base = { title: 'Oak board', brand: 'Fenwick', description: 'A board.' };
const mine = { ...base, title: 'Oak tray', description: 'My words.' };
const theirs = { ...base, title: 'Oak platter', brand: 'Hearth' };

it('tells who changed which field', () => {
  expect(fieldDifferences(base, mine, theirs)).toEqual([
    { field: 'title', mine: 'Oak tray', theirs: 'Oak platter', changedBy: 'both' },
    { field: 'brand', mine: 'Fenwick', theirs: 'Hearth', changedBy: 'them' },
    { field: 'description', mine: 'My words.', theirs: 'A board.', changedBy: 'me' },
  ]);
  expect(fieldDifferences(base, mine, mine)).toEqual([]);
});

it('keeps one’s own values but those of theirs that were chosen', () => {
  const draft = settled(mine, theirs, new Set(['brand'] as const));
  expect(changedTexts(theirs, draft)).toEqual(['title', 'description']);
});
