// Notices an answer that says one passage again and again. Small models do so until a limit ends them, and a server that answers
// one call at a time is taken for minutes.

/** Characters at the end of an answer that must be nothing but the passage. */
const LEAST = 600;
/** How often the passage must stand there. */
const TIMES = 4;
/** The end of an answer that is looked at, in characters. */
const LOOKED_AT = 4800;
/** New characters from one look to the next. */
const EVERY = 200;

/** The end of one answer. */
export class Repetition {
  private end = '';
  private unseen = 0;

  /** Takes the next piece; true once the answer repeats itself. */
  hear(piece: string): boolean {
    this.end = (this.end + piece).slice(-LOOKED_AT);
    this.unseen += piece.length;
    if (this.unseen < EVERY) return false;
    this.unseen = 0;
    return isRepetition(this.end);
  }
}

/** True when a text ends with the same passage several times. */
function isRepetition(text: string): boolean {
  // For each length from the end, how much of it is its own beginning (Knuth, Morris and Pratt): the rest is the shortest passage
  // of which it consists.
  const borders = new Uint16Array(text.length);
  const at = (place: number): number => text.charCodeAt(text.length - 1 - place);
  for (let place = 1, border = 0; place < text.length; place += 1) {
    while (border > 0 && at(place) !== at(border)) border = borders[border - 1] ?? 0;
    if (at(place) === at(border)) border += 1;
    borders[place] = border;
    const length = place + 1;
    if (length >= LEAST && length >= TIMES * (length - border)) return true;
  }
  return false;
}
