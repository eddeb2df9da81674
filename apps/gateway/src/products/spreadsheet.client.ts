// Writes spreadsheets (xlsx) while they are read.
import { Readable } from 'node:stream';
import { writeXlsxStream } from 'hucre/xlsx';

/** The bytes of a file with one sheet; rows are taken from `rows` as the reader of the bytes needs them. */
export function spreadsheetOf(sheet: string, rows: AsyncIterable<(string | number)[]>): Readable {
  return Readable.fromWeb(writeXlsxStream(rows, { name: sheet }));
}
