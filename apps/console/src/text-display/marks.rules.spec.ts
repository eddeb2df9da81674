import { fc } from '#testing/property';
import { markedPieces } from './marks.rules.ts';

describe('markedPieces', () => {
  it('cuts a text where findings begin and end', () => {
    expect(markedPieces('Oiled by hand.', [{ start: 9, end: 13 }])).toEqual([
      { text: 'Oiled by ', places: [] },
      { text: 'hand', places: [0] },
      { text: '.', places: [] },
    ]);
  });

  it('tells all findings of a part in which they overlap', () => {
    const places = [
      { start: 0, end: 8 },
      { start: 6, end: 13 },
    ];
    expect(markedPieces('Oiled by hand', places).map(({ text, places: at }) => [text, at])).toEqual([
      ['Oiled ', [0]],
      ['by', [0, 1]],
      [' hand', [1]],
    ]);
  });

  it('counts code units, as the API does', () => {
    const text = '😀 oak';
    const [, piece] = markedPieces(text, [{ start: 3, end: 6 }]);
    expect(piece).toEqual({ text: 'oak', places: [0] });
  });

  it('marks nothing for a finding about the whole, and for one beyond the text', () => {
    const places = [
      { start: 0, end: 0 },
      { start: 9, end: 12 },
    ];
    expect(markedPieces('oak', places)).toEqual([{ text: 'oak', places: [] }]);
    expect(markedPieces('', places)).toEqual([]);
  });

  it('keeps the text, and marks exactly what was named', () => {
    const place = fc.record({
      start: fc.integer({ min: -2, max: 40 }),
      end: fc.integer({ min: -2, max: 40 }),
    });
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.array(place, { maxLength: 6 }), (text, places) => {
        const pieces = markedPieces(text, places);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        for (const [index, { start, end }] of places.entries()) {
          const marked = pieces.filter((piece) => piece.places.includes(index)).map((piece) => piece.text);
          expect(marked.join('')).toBe(start < end ? text.slice(Math.max(0, start), Math.max(0, end)) : '');
        }
      }),
    );
  });
});
