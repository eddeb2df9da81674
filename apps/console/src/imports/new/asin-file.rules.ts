// Reads files of identifiers in the encodings in which spreadsheets save them, and finds the column of the ASINs. Pure.
import { readAsins } from './asins.rules.ts';

/** A file as a table. */
export interface FileColumns {
  /** The columns in which there is anything, in the order of the file. */
  columns: FileColumn[];
  /** Place in `columns` of the one with the most ASINs; -1 when there is none. */
  proposed: number;
}

/** A column of a file. */
export interface FileColumn {
  /** Its heading; undefined when the file has none. */
  name: string | undefined;
  /** Its cells below the heading that are not empty. */
  cells: string[];
  /** How many ASINs they have, each counted once, also in links and where several share a cell. */
  asins: number;
}

const DELIMITERS = [',', ';', '\t'];

/** The text of a file: in UTF-8, in UTF-16, or else in GB 18030, as spreadsheets save it in China. */
export function decodeFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (second === 0 || (first === 0xff && second === 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0 || (first === 0xfe && second === 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** The columns of a text with one row a line. A first row without an ASIN is the heading. */
export function readColumns(text: string): FileColumns {
  const rows = readRows(text, delimiterOf(text)).filter((row) => row.some((cell) => cell !== ''));
  const [first = [], ...rest] = rows;
  const hasHeading = rows.length > 1 && countAsins(first) === 0;
  // Without Math.max(...), which throws when there are very many.
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const columns = Array.from({ length: width }, (_, i): FileColumn => {
    const cells = (hasHeading ? rest : rows).flatMap((row) => row[i] || []);
    return { name: hasHeading ? first[i] || undefined : undefined, cells, asins: countAsins(cells) };
  }).filter(({ cells }) => cells.length > 0);
  return { columns, proposed: proposedOf(columns) };
}

function countAsins(cells: readonly string[]): number {
  return readAsins(cells.join('\n')).asins.length;
}

/** The column with the most ASINs; of several such, the one with the shortest text, since others only mention them. */
function proposedOf(columns: readonly FileColumn[]): number {
  const places = columns.map(({ cells, asins }, place) => ({ place, asins, length: cells.join('').length }));
  return places.toSorted((a, b) => b.asins - a.asins || a.length - b.length)[0]?.place ?? -1;
}

/** The delimiter that the first line has most of. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The trimmed cells of each row. A quoted cell may have delimiters, line ends and doubled quotes. */
function readRows(text: string, delimiter: string): string[][] {
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|([^${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\r|\\n|$)`,
    'gy',
  );
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end !== delimiter) rows.push([]);
  }
  return rows;
}
