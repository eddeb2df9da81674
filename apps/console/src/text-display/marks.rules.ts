// Cuts a text at the places that findings name, so that each place can be marked.

/** A place in a text, in UTF-16 code units as JavaScript counts them; `end` is behind the last one. */
export interface Place {
  start: number;
  end: number;
}

/** A part of a text, and the indexes of the places that it lies in. */
export interface Piece {
  text: string;
  places: number[];
}

/** The parts of a text in order. Places may overlap; one that is empty or beyond the text marks nothing. */
export function markedPieces(text: string, places: readonly Place[]): Piece[] {
  const within = places.map(({ start, end }) => ({
    start: Math.max(0, start),
    end: Math.min(end, text.length),
  }));
  const marked = within.filter(({ start, end }) => start < end);
  const cuts = [...new Set([0, text.length, ...marked.flatMap(({ start, end }) => [start, end])])];
  cuts.sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1];
    const around = within.flatMap(({ start, end }, place) => (start <= from && from < end ? [place] : []));
    return { text: text.slice(from, to), places: around };
  });
}
