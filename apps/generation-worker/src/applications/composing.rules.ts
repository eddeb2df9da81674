// Helpers that the offline composers of several applications share.
import type { ComposerInput, Detail } from './composer-input.rules.ts';
import type { PhraseTemplates } from './phrase-templates.rules.ts';

/** The texts that contain a keyword before the others; each group keeps its order. */
export function keywordsFirst(texts: readonly string[], keywords: readonly string[]): string[] {
  const hasKeyword = (text: string): boolean =>
    keywords.some((keyword) => text.toLowerCase().includes(keyword.toLowerCase()));
  return [...texts.filter(hasKeyword), ...texts.filter((text) => !hasKeyword(text))];
}

/** All details with labels in the language, then keywords, category, brand and title as far as they are known. */
export function labelledDetails(
  { details, title, brand, categories, keywords }: ComposerInput,
  { labels, list, details: translations }: PhraseTemplates,
): Detail[] {
  return [
    ...details.map(({ label, value }) => ({ label: translations[label.toLowerCase()] ?? label, value })),
    { label: labels.keywords, value: list.format(keywords) },
    { label: labels.category, value: list.format(categories.slice(-3)) },
    { label: labels.brand, value: brand },
    { label: labels.product, value: title },
  ].filter(({ value }) => value !== '');
}

/** The text with a capital at its front, where its script has capitals. */
export function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
}

/** Only the letters and digits of a text, in lower case, to compare texts by what they say. */
export function normalised(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The list in a pseudo-random order that depends on the seed alone (FNV-1a feeding mulberry32). */
export function shuffled<T>(list: readonly T[], seed: string): T[] {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return list
    .map((value) => ({ value, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}
