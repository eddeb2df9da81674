// The beginning of a result, as lists show it. Pure.
import { listingPart, MAX_PREVIEW, type GenerationResult } from '#contracts';

/** The beginning of a result's text: its texts, one after the other, at most MAX_PREVIEW code points. */
export function previewOf(result: GenerationResult): string {
  const items = typeof result === 'string' ? [result] : result.flatMap(valuesOf);
  const text = items.filter((part) => typeof part === 'string').join('\n');
  // A code point has at most two code units, so the spread stays small however long the text is.
  return [...text.slice(0, 2 * MAX_PREVIEW)].slice(0, MAX_PREVIEW).join('');
}

/** The values of an item, without the part of a listing that it is. */
function valuesOf(item: Exclude<GenerationResult, string>[number]): unknown[] {
  const isPart = (name: string, value: unknown): boolean =>
    name === 'part' && listingPart.safeParse(value).success;
  return Object.entries(item).flatMap(([name, value]) => (isPart(name, value) ? [] : [value]));
}
