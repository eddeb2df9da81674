// Reads the identifiers of an import from a text. Pure.
import { AppError } from '#contracts';
import { csvRowsOf } from '../csv/index.ts';

/** Name of the column of identifiers. */
const COLUMN = 'asin';
/** Parameters of the query that are true or false. */
const FLAGS = ['refresh', 'validateOnly'];
const LINE_END = /\r\n|\r|\n/;
/**
 * Control characters but tabs and line ends. An import keeps identifiers as they were sent, and tells each of them twice. JSON
 * writes most of these characters as six, so that the state of an import of 128 KB of them would exceed what the bus carries.
 */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * The body of an import as JSON would have it: `asins` from the text, which has one identifier on each line or in a column,
 * and the rest from the query. The result is not validated yet. Errors: InvalidArgument for identifiers in the query, for control
 * characters, and for CSV that can be read in two ways, or that has several columns and none for the identifiers.
 */
export function importFromText(text: string, isCsv: boolean, query: object): object {
  if ('asins' in query)
    throw new AppError('InvalidArgument', {
      target: 'asins',
      message: 'Send identifiers in the body alone.',
    });
  const flags = Object.entries(query).map(([name, value]): [string, unknown] => [
    name,
    FLAGS.includes(name) && ['true', 'false'].includes(value as string) ? value === 'true' : value,
  ]);
  return { asins: identifiersIn(text.replace(/^\uFEFF/, ''), isCsv), ...Object.fromEntries(flags) };
}

/** The identifiers of all lines that are not blank. */
function identifiersIn(text: string, isCsv: boolean): string[] {
  refuseControlCharacters(text);
  const rows = isCsv ? [...csvRowsOf(text)] : text.split(LINE_END).map((line) => [line]);
  const filled = rows
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const column = filled[0]?.findIndex((cell) => cell.toLowerCase() === COLUMN) ?? -1;
  if (column >= 0) return filled.slice(1).map((cells) => cells[column] ?? '');
  if (filled.some((cells) => cells.length > 1)) {
    const message = 'Send one identifier a line, or name their column `asin` in the first line.';
    throw new AppError('InvalidArgument', { target: COLUMN, message });
  }
  return filled.flat();
}

function refuseControlCharacters(text: string): void {
  const at = text.search(CONTROL);
  if (at < 0) return;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  const line = text.slice(0, at).split(LINE_END).length;
  const message = `The text has the control character U+${code} in line ${line}.`;
  throw new AppError('InvalidArgument', { target: 'asins', message });
}
