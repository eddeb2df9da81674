// Tests which words count as typos of each other, and the text of queries.
import { fc } from '#testing/property';
import { allOfQueries, isOneTypoAway, textQueries, withoutFrequent } from './search.rules.ts';

describe('isOneTypoAway', () => {
  it.each([
    ['servng', 'serving', 'a character left out'],
    ['boardd', 'board', 'one too many'],
    ['bosrd', 'board', 'another one'],
    ['baord', 'board', 'two swapped'],
    ['oaks', 'oak', 'one at the end'],
    ['x', '', 'the only one'],
    ['кофн', 'кофе', 'not in Latin'],
  ])('of %s and %s: %s', (one, other) => {
    expect(isOneTypoAway(one, other)).toBe(true);
    expect(isOneTypoAway(other, one)).toBe(true);
  });

  it.each([
    ['board', 'board', 'the same word'],
    ['bxaryd', 'board', 'two replaced or added'],
    ['board', 'oak', 'another word'],
    ['board', 'boards2', 'two added'],
    ['abcd', 'cbad', 'two swapped that are not neighbours'],
  ])('not of %s and %s: %s', (one, other) => {
    expect(isOneTypoAway(one, other)).toBe(false);
    expect(isOneTypoAway(other, one)).toBe(false);
  });

  it('of every word and itself with a character removed', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.nat(), (word, at) => {
        const letters = [...word];
        expect(isOneTypoAway(word, letters.toSpliced(at % letters.length, 1).join(''))).toBe(true);
      }),
    );
  });
});

describe('textQueries', () => {
  it('takes the words that are meant, and quotes all', () => {
    const words = [
      { word: 'servng', similar: ['serving', 'sergeant'] },
      { word: 'oak', similar: [] },
    ];
    const workspaceId = '0199c000-0000-7000-8000-000000abcdef';
    expect(allOfQueries(textQueries(workspaceId, words, ["#kids' toys", '@a\\b']))).toBe(
      `('abcdefservng':* | 'abcdefserving') & ('abcdefoak':*) & 'abcdef#kids'' toys' & 'abcdef@a\\\\b'`,
    );
  });
});

describe('withoutFrequent', () => {
  const queries = ['a', 'b', 'c'];
  it.each([
    ['a frequent one beside a rare one', [50, 2, 49], ['b', 'c'], ['a']],
    ['two frequent ones', [100, 0, 60], ['b'], ['a', 'c']],
    ['none where no other is rare', [50, 3, 50], queries, []],
    ['none where nothing was counted', [], queries, []],
  ])('leaves out %s', (_, fitting, few, frequent) => {
    expect(withoutFrequent(queries, fitting, 100)).toEqual({ few, frequent });
  });
});
