import type { GenerationClaim } from '#client';
import { claimAt, itemsOf, sentencesOf } from './claims.rules.ts';

const claim = (index: number, start: number, end: number, supported = true): GenerationClaim => ({
  index,
  start,
  end,
  evidence: [],
  supported,
});

describe('sentencesOf', () => {
  it('turns code points into code units, for the item alone', () => {
    const claims = [claim(0, 0, 3), claim(1, 0, 8), claim(1, 9, 13, false)];
    const text = '🪵 Solid. Oak.';
    expect(sentencesOf(text, 1, claims).map(({ start, end }) => text.slice(start, end))).toEqual([
      '🪵 Solid.',
      'Oak.',
    ]);
    expect(sentencesOf(text, 1, claims)[1]).toMatchObject({ claim: 2, isSupported: false });
  });
});

describe('claimAt', () => {
  const written = 'Six drawers: For pens. Of oak.';
  const sentences = sentencesOf(written, 0, [claim(0, 0, 22), claim(0, 23, 30)]);

  it('finds the sentence at the caret though others have changed', () => {
    expect(claimAt('Now more words. Of oak.', 18, written, sentences)).toBe(1);
    expect(claimAt('Now more words. Of oak.', 3, written, sentences)).toBeUndefined();
  });

  it('finds the sentence that a header is a part of', () => {
    expect(claimAt('Six drawers', 2, written, sentences)).toBe(0);
    expect(claimAt('', 0, written, sentences)).toBeUndefined();
  });
});

it('names each item once that a keyword stands in', () => {
  expect(itemsOf(['text'])).toEqual([0]);
  expect(itemsOf(['1.header', '1.text', '3.text'])).toEqual([1, 3]);
});
