// Tests that matches are found in order, whatever was searched before, and that empty ones end.
import { matchesOf } from './matches.rules.ts';

const found = (text: string, pattern: RegExp) =>
  matchesOf(text, pattern).map(({ 0: match, index }) => [match, index]);

describe('the matches of a pattern', () => {
  it('are found from the beginning of each text', () => {
    const word = /\p{L}+/gu;
    word.lastIndex = 4;
    expect(found('an oak board', word)).toEqual([
      ['an', 0],
      ['oak', 3],
      ['board', 7],
    ]);
    expect(found('a', word)).toEqual([['a', 0]]);
  });

  it('may be empty', () => {
    expect(found('ab', /b*/g)).toEqual([
      ['', 0],
      ['b', 1],
      ['', 2],
    ]);
  });

  it('may be empty before a sign of two units', () => {
    expect(found('😀b', /b*/gu)).toEqual([
      ['', 0],
      ['b', 2],
      ['', 3],
    ]);
  });
});
