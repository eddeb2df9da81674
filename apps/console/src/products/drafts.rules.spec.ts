import {
  changedFields,
  creationOf,
  differencesOf,
  draftOf,
  EMPTY_DRAFT,
  patchOf,
  settled,
} from './drafts.rules.ts';

const base = draftOf({
  title: 'Oak board',
  brand: 'Fenwick',
  keywords: ['oak', 'kitchen'],
  description: 'A board.',
});

it('has lists with one entry a line', () => {
  expect(base).toMatchObject({ title: 'Oak board', keywords: 'oak\nkitchen', tags: '' });
});

it('sends the fields that changed', () => {
  expect(patchOf(base, base)).toEqual({});
  expect(patchOf(base, { ...base, keywords: 'oak\n\n kitchen \n' })).toEqual({});
  expect(
    patchOf(base, { ...base, title: 'Oak tray', brand: '', keywords: 'oak\n tray', tags: 'Home' }),
  ).toEqual({
    ...{ title: 'Oak tray', brand: '', keywords: ['oak', 'tray'], tags: ['Home'] },
  });
});

it('sends what a new product has', () => {
  expect(creationOf({ ...EMPTY_DRAFT, title: 'Oak tray', images: 'https://a.example/1.png' })).toEqual({
    title: 'Oak tray',
    images: ['https://a.example/1.png'],
  });
});

describe('when somebody else changed the product meanwhile', () => {
  const mine = { ...base, title: 'Oak tray', description: 'My words.' };
  const theirs = { ...base, title: 'Oak platter', brand: 'Hearth' };

  it('tells who changed which field', () => {
    expect(differencesOf(base, mine, theirs)).toEqual([
      { field: 'title', mine: 'Oak tray', theirs: 'Oak platter', changedBy: 'both' },
      { field: 'brand', mine: 'Fenwick', theirs: 'Hearth', changedBy: 'them' },
      { field: 'description', mine: 'My words.', theirs: 'A board.', changedBy: 'me' },
    ]);
    expect(differencesOf(base, mine, mine)).toEqual([]);
  });

  it('sends one’s own values where they were chosen', () => {
    const draft = settled(mine, theirs, new Set(['brand'] as const));
    expect(changedFields(theirs, draft)).toEqual(['title', 'description']);
    expect(patchOf(theirs, draft)).toEqual({ title: 'Oak tray', description: 'My words.' });
  });
});
