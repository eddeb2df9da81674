// The sentences of a result and the facts they rest on: where they stand in a text, and which one the caret is in.
import type { GenerationClaim } from '#client';
import type { Place } from '../../text-display/marks.rules.ts';

/** A sentence of a text; `start` and `end` are UTF-16 code units. */
export interface Sentence extends Place {
  /** Its place in the claims of the generation. */
  claim: number;
  isSupported: boolean;
}

/** The sentences of the text of an item (0 for a text). Claims count code points. */
export function sentencesOf(text: string, index: number, claims: readonly GenerationClaim[]): Sentence[] {
  const points = Array.from(text);
  const unitsUntil = (point: number): number => points.slice(0, point).join('').length;
  return claims.flatMap(({ index: of = 0, start, end, supported }, claim) =>
    of === index ? [{ claim, start: unitsUntil(start), end: unitsUntil(end), isSupported: supported }] : [],
  );
}

/**
 * The claim of the sentence that stands at the caret of a text that a person has changed: a sentence that is still there as
 * it was written, or the one that the whole text is a part of, as a header is. Undefined in words of the person's own.
 */
export function claimAt(
  changed: string,
  caret: number,
  written: string,
  sentences: readonly Sentence[],
): number | undefined {
  return sentences.find(({ start, end }) => {
    const sentence = written.slice(start, end);
    const at = changed.indexOf(sentence);
    if (at >= 0) return at <= caret && caret <= at + sentence.length;
    return changed.trim() !== '' && sentence.includes(changed.trim());
  })?.claim;
}

/** The items that something was found in, each once: `found` has `text`, or the index and the field of an item. */
export function itemsOf(found: readonly string[]): number[] {
  return [...new Set(found.map((place) => Number.parseInt(place, 10) || 0))];
}
