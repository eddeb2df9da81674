// Reads CSV (RFC 4180) strictly and piece by piece, so that the caller may pause in between. It is our own because no
// library does both: csv-parse 7 copies each row with an unusual number of cells, which took 1.4 s for a row of 5 MB, and
// hucre accepts text after a closing quote, and a quote that is never closed. Pure.
import { AppError } from '#contracts';

/** Most characters of a row: twice the bytes of a product, because of the quotes that CSV adds. */
const MAX_ROW = 512 * 1024;

/** Cells of a row that are kept: more than a table has columns. */
const MAX_CELLS = 1000;

/** Cells of a row, or quotes of a cell, that are read between two pauses: at most a millisecond. */
const PAUSE_EVERY = 1000;

/** Most characters of blank lines that are read together, because a file may consist of nothing else. */
const MAX_BLANK = 1000;

/** The end of a cell without quotes, or a character that must not be in it. */
const CELL_END = /[",\r\n]/g;

/**
 * The rows of a text with their first 1,000 cells, the header among them. A row without cells is a blank line, or a pause
 * within a long row. Errors: InvalidArgument for a row that can be read in two ways, or is too long.
 */
export function* csvRowsOf(text: string): Generator<string[]> {
  let at = 0;
  let row = 0;
  while (at < text.length) {
    const reader = new RowReader(text, at, row);
    const cells = yield* reader.read();
    at = reader.at;
    if (cells.length > 0) row += 1;
    yield cells;
  }
}

class RowReader {
  private readonly most: number;

  constructor(
    private readonly text: string,
    /** Position of the next character. */
    public at: number,
    /** 0 for the header. */
    private readonly row: number,
  ) {
    this.most = at + MAX_ROW;
  }

  /** Yields rows without cells, which are pauses, then the first cells of the row; `at` is the beginning of the next row then. */
  *read(): Generator<string[], string[]> {
    if (this.skipBlankLines()) return [];
    const cells: string[] = [];
    let count = 0;
    do {
      const cell = this.text[this.at] === '"' ? yield* this.readQuoted() : this.readPlain();
      this.assertLength();
      if (count < MAX_CELLS) cells.push(cell);
      count += 1;
      if (count % PAUSE_EVERY === 0) yield [];
    } while (this.skip(','));
    if (this.at < this.text.length && !this.skipLineEnd())
      throw this.flaw('There is text between the closing quote of a cell and the next comma.');
    return cells;
  }

  private readPlain(): string {
    const { text, at } = this;
    if (text[at] === ',') return '';
    CELL_END.lastIndex = at;
    this.at = CELL_END.exec(text)?.index ?? text.length;
    if (text[this.at] === '"')
      throw this.flaw('There is a quote within a cell that does not begin with one.');
    return text.slice(at, this.at);
  }

  /** Looks for the end of the cell first: a cell of half a million quotes is read four times as fast as piece by piece. */
  private *readQuoted(): Generator<string[], string> {
    const { text } = this;
    const start = this.at + 1;
    let quotes = 0;
    do {
      const quote = text.indexOf('"', this.at + 1);
      if (quote < 0) throw this.flaw('A quote is not closed.');
      this.at = quote + 1;
      this.assertLength();
      quotes += 1;
      if (quotes % PAUSE_EVERY === 0) yield [];
    } while (text[this.at] === '"');
    return text.slice(start, this.at - 1).replaceAll(/""/g, '"');
  }

  private assertLength(): void {
    if (this.at > this.most)
      throw this.flaw(`It has more than ${MAX_ROW} characters; perhaps a quote is not closed.`);
  }

  private skipBlankLines(): boolean {
    const from = this.at;
    while (this.at - from < MAX_BLANK && this.skipLineEnd());
    return this.at > from;
  }

  private skip(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private skipLineEnd(): boolean {
    const hasReturn = this.skip('\r');
    return this.skip('\n') || hasReturn;
  }

  private flaw(message: string): AppError {
    const where = this.row === 0 ? 'The header' : `Row ${this.row}`;
    return new AppError('InvalidArgument', { message: `${where}: ${message}` });
  }
}
