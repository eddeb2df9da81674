// Writes products as rows of a table: the columns of exports, and CSV that no spreadsheet takes for formulas. Pure.
import type { Product } from '#contracts';

/** The columns of a table of products. */
export const COLUMNS = [
  ...['id', 'genre', 'asin', 'marketplace', 'title', 'brand', 'description', 'specification', 'feature'],
  ...['features', 'mainImage', 'link', 'images', 'keywords', 'tags', 'videos', 'createdAt', 'updatedAt'],
] as const;

/** Maximum length of a cell of a spreadsheet, in UTF-16 code units; Excel refuses a file with a longer one. */
const MAX_CELL = 32_767;

/** A product as the cells of a row; the entries of a list are joined by `|`, and a `\` or `|` in them follows a `\`. */
export function cellsOf(product: Product): (string | number)[] {
  const fields = product as unknown as Record<string, string | number | readonly string[] | undefined>;
  return COLUMNS.map((column) => {
    const value = fields[column] ?? '';
    if (typeof value !== 'object') return value;
    return value.map((entry) => entry.replace(/[\\|]/g, '\\$&')).join('|');
  });
}

/** The cells of a row of a spreadsheet, whose texts are never formulas but may be too long. */
export function sheetCellsOf(product: Product): (string | number)[] {
  return cellsOf(product).map((cell) =>
    typeof cell === 'string' ? cell.slice(0, MAX_CELL).toWellFormed() : cell,
  );
}

/** A line of CSV (RFC 4180). */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? quoted(withoutFormula(cell)) : cell)).join(',')}\r\n`;
}

/**
 * A text that a spreadsheet does not evaluate: one that begins like a formula gets an apostrophe in front. One that has
 * apostrophes there already gets one more, so that an import can take away exactly what was added.
 */
export function withoutFormula(text: string): string {
  return /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
