// Categories of products as texts that sort by their path, so that a range of an index has a category and those below it.
import type { Product } from '#contracts';
import { cleanText } from '#content';

/** Levels of a path that count, and most characters of one level: an entry of the index has room for that. */
const LEVELS = 4;
const MOST = 60;
/** Ends each level: no level is the beginning of another one. */
const END = '>';

/** The category path of a product, root first; "" when nothing tells it. */
export function categoryOf(product: Product | null | undefined): string {
  const path = product && 'tags' in product ? (product.tags ?? []) : [];
  return path.slice(0, LEVELS).map(levelOf).join('');
}

function levelOf(tag: string): string {
  const said = cleanText(tag)
    .replace(/[>\p{Cc}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
  return `${[...said].slice(0, MOST).join('').toWellFormed()}${END}`;
}

/** A category and those above it, the nearest first; "" is above all. */
export function upwards(category: string): string[] {
  const levels = category.split(END).slice(0, -1);
  return levels.map((_level, i) => levels.slice(0, levels.length - i).join(END) + END).concat('');
}
