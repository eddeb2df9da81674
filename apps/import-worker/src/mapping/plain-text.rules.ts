// Turns untrusted text into plain text without markup and invisible characters, of bounded length.
import { compile } from 'html-to-text';

/** Maximum length of a title or a brand, in characters. */
export const MAX_LINE = 1000;
/** Maximum length of a description or a specification, in characters. */
export const MAX_TEXT = 20_000;
/** Maximum length of an entry of a list, in characters. */
export const MAX_ENTRY = 2000;
/** Maximum number of entries of a list. */
export const MAX_ENTRIES = 50;

/** Characters of markup that are read: parsing must take only milliseconds. */
const MAX_HTML = 2 * MAX_TEXT;

/**
 * Format characters, which include all bidirectional and zero-width ones, control characters except white space, and the two
 * that are no characters and that XML cannot have.
 */
const INVISIBLE = /\p{Cf}|(?!\s)\p{Cc}|[\uFFFE\uFFFF]/gu;

/** A line of ASCII that is plain as it is; most of an item's lines are, and to clean each would be the dearest step of its mapping. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

const BLOCKS = ['p', 'li', 'ul', 'ol', 'table', 'tr', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const LINE_BREAKS = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

const markupToText = compile({
  wordwrap: false,
  preserveNewlines: true,
  baseElements: { selectors: [] },
  limits: { maxDepth: 100, ellipsis: '' },
  selectors: [
    { selector: 'a', format: 'inline' },
    { selector: 'img', format: 'skip' },
    { selector: 'hr', format: 'lineBreak' },
    ...BLOCKS.map((selector) => ({ selector, format: 'block', options: LINE_BREAKS })),
  ],
});

/** One line of plain text of at most `max` characters; "" unless the value is a string or a number. */
export function plainLine(value: unknown, max = MAX_LINE): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const text = String(value);
  if (text.length <= max && PLAIN.test(text)) return text;
  const start = text.slice(0, 2 * max);
  return cut(start.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim(), max);
}

/** The text of HTML, with at most one empty line in a row. A link leaves only its words. */
export function htmlToText(html: string): string {
  const text = markupToText(html.slice(0, MAX_HTML)).replace(/\r\n?|[\u2028\u2029]/g, '\n');
  const lines = text.split('\n').map((line) => plainLine(line, MAX_TEXT));
  const spaced = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  return cut(spaced.trim(), MAX_TEXT);
}

/** The first MAX_ENTRIES texts, without empty and repeated ones. */
export function uniqueTexts(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter(Boolean).slice(0, MAX_ENTRIES);
}

/** At most `max` UTF-16 code units of a text, without half a surrogate pair at the end. */
export function cut(text: string, max: number): string {
  return text
    .slice(0, max)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd();
}
