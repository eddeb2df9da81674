// Writes products as rows of a table and reads them back: the columns, and CSV that no spreadsheet takes for formulas. Pure.
import {
  defined,
  isListField,
  MAX_PRODUCT_ENTRIES,
  PRODUCT_FIELD_NAMES,
  type CsvRow,
  type InvalidRow,
  type Product,
  type ProductField,
  type ProductRow,
} from '#contracts';

/** Columns that say what an import cannot change, and those whose old values an import may have. */
const FIXED = ['genre', 'asin', 'marketplace'] as const;
const IGNORED = ['createdAt', 'updatedAt'] as const;

/** The columns of a table of products. */
export const COLUMNS = ['id', ...FIXED, ...PRODUCT_FIELD_NAMES, ...IGNORED] as const;
type Column = (typeof COLUMNS)[number];

/** Maximum length of a cell of a spreadsheet, in UTF-16 code units; Excel refuses a file with a longer one. */
const MAX_CELL = 32_767;

/** A product as the cells of a row; the entries of a list are joined by `|`, and a `\` or `|` in them follows a `\`. */
export function cellsOf(product: Product): (string | number)[] {
  const fields: Partial<Record<Column, string | number | readonly string[]>> = product;
  return COLUMNS.map((column) => {
    const value = fields[column] ?? '';
    if (typeof value !== 'object') return value;
    return value.map((entry) => entry.replace(/[\\|]/g, '\\$&')).join('|');
  });
}

/**
 * The cells of a row of a spreadsheet, whose texts are never formulas but may be too long. XML forbids two characters that
 * make the whole file unreadable. In a cell `_x0041_` stands for `A`, as which control characters are written too, so a text
 * that looks like it has its `_` escaped.
 */
export function sheetCellsOf(product: Product): (string | number)[] {
  return cellsOf(product).map((cell) =>
    typeof cell === 'string'
      ? cell
          .replace(/[\uFFFE\uFFFF]/g, '')
          .slice(0, MAX_CELL)
          .toWellFormed()
          .replace(/_(?=x[\da-f]{4}[_\p{Cc}])/giu, '_x005F_')
      : cell,
  );
}

/** A line of CSV (RFC 4180). Every text is quoted: a spreadsheet that separates cells by `;` or a tab finds none in it. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? quoted(withoutFormula(cell)) : cell)).join(',')}\r\n`;
}

/**
 * A text that a spreadsheet does not evaluate: one that begins like a formula gets an apostrophe in front. One that has
 * apostrophes there already gets one more, so that an import can take away exactly what was added.
 */
export function withoutFormula(text: string): string {
  return /^'*\s*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** The text of a cell that `withoutFormula` has written. */
function withFormula(cell: string): string {
  return /^'+\s*[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}

/** The entries of a cell of a list; of too many, the first ones, still so many that the catalogue refuses them. */
function entriesOf(cell: string): string[] {
  if (cell === '') return [];
  if (!cell.includes('\\')) return cell.split('|', MAX_PRODUCT_ENTRIES + 1);
  const entries: string[] = [];
  let entry = '';
  for (let i = 0; i < cell.length && entries.length <= MAX_PRODUCT_ENTRIES; i += 1) {
    const isEscape = cell[i] === '\\' && /[\\|]/.test(cell[i + 1] ?? '');
    if (isEscape) entry += cell[(i += 1)];
    else if (cell[i] !== '|') entry += cell[i];
    else {
      entries.push(entry);
      entry = '';
    }
  }
  return [...entries, entry];
}

/** What is wrong with the header of a table: a column, and why. */
export function flawOfHeader(cells: readonly string[]): { path: [string]; message: string } | undefined {
  const unknown = cells.find((cell) => !(COLUMNS as readonly string[]).includes(cell));
  if (unknown !== undefined) {
    const message = `There is no such column. Columns are separated by commas: ${COLUMNS.join(', ')}.`;
    return { path: [unknown], message };
  }
  const twice = cells.find((cell, i) => cells.indexOf(cell) < i);
  if (twice !== undefined) return { path: [twice], message: 'This column is there twice.' };
  if (cells.includes('title') || cells.includes('id')) return undefined;
  return { path: ['title'], message: 'There must be a column title, or a column id to change products.' };
}

/** Reads a row under a header without a flaw; `row` is its number, and its JSON may have `maxBytes`. */
export function productRowOf(
  header: readonly string[],
  cells: readonly string[],
  row: number,
  maxBytes: number,
): CsvRow {
  const invalid = (target?: string): InvalidRow => ({ row, isInvalid: true, ...defined({ target }) });
  if (cells.length !== header.length) return invalid(header[cells.length]);
  if (cells.reduce((sum, cell) => sum + cell.length, 0) > maxBytes) return invalid();
  const withNul = cells.findIndex((cell) => cell.includes('\0'));
  if (withNul >= 0) return invalid(header[withNul]);
  const read: ProductRow = { row, content: {}, fixed: {} };
  (header as readonly Column[]).forEach((column, i) => {
    const text = withFormula(cells[i] ?? '');
    if (isOf(FIXED, column)) read.fixed[column] = text;
    else if (isOf(PRODUCT_FIELD_NAMES, column))
      Object.assign(read.content, { [column]: valueOf(column, text) });
    else if (column === 'id' && text !== '') read.id = text;
  });
  return Buffer.byteLength(JSON.stringify(read)) > maxBytes ? invalid() : read;
}

function isOf<Name extends Column>(names: readonly Name[], column: Column): column is Name {
  return (names as readonly Column[]).includes(column);
}

function valueOf(field: ProductField, text: string): string | string[] {
  return isListField(field) ? entriesOf(text) : text;
}

function quoted(text: string): string {
  return text === '' ? '' : `"${text.replaceAll('"', '""')}"`;
}
